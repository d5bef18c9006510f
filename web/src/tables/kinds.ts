// What the page needs to know to draw a game: which picture, which die shows which token, what stands on the scoreboard.
// Nothing in here decides anything; the server does.
import type { Component } from 'svelte';
import type { BySeat, Game, Json, Seat, State, TableInfo, Turn } from '../net/types';
import type { States } from '../net/states';
import type { Throw, Trail } from '../store/table.svelte';
import type { Sheet } from '../store/sheets.svelte';
import type { Words } from '../i18n/words.svelte';

export interface Piece {
  kind: 'die' | 'card' | 'coin';
  token: string;
  color?: string;
  text?: string;
  sub?: string;
  symbol?: string;
  pips?: number;
  seat?: Seat | null;
  lifted?: boolean;
  dim?: boolean;
}

// Pieces of one throw that lie together, with a label and, where it helps, a figure.
export interface Pile {
  label?: string;
  seat?: Seat | null;
  figure?: string;
  pieces: Piece[];
}

// A fact of the scoreboard; the field of the position that it tells of explains it.
export interface Fact {
  text: string;
  field: string;
  strong?: boolean;
}

export interface BoardProps<S = State> {
  state: S;
  turn: Turn | null;
  table: Pick<TableInfo, 'game' | 'options' | 'seats'>;
  sheet: Sheet;
  words: Words;
  tray: Throw<S>[];
  trail: Trail;
  names: BySeat<string>;
  turnedUp?: Partial<BySeat<string>> | null;
  small?: boolean;
}

export type Options = Record<string, Json>;

// `S` is the position that its game shows.
export interface AnyBox<S> {
  board: Component<BoardProps<S>>;
  // Width to height of the board, so that all of a table fits a screen.
  shape: number;
  // What lies below it, the dice too, in lines of text.
  below: number;
  verb: (event: string) => 'do.roll' | 'do.toss' | 'do.turn' | 'do.draw' | 'do.kick';
  // Of a throw that later ones cover nothing is known but itself.
  lay: (thrown: Throw<S>, state: S | null, sheet: Sheet) => Pile[];
  facts: (state: S, words: Words, names: BySeat<string>, options: Options, sheet: Sheet) => Fact[];
}

export type Box<G extends Game> = AnyBox<States[G]>;

export const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

// Coin tosses look the same everywhere.
export const coin = (thrown: { tokens: string[] }): Pile[] => [
  { pieces: [{ kind: 'coin', token: thrown.tokens[0] ?? '', seat: thrown.tokens[0] as Seat }] },
];

// One telling moment of a game, for the picture on the lobby's shelf.
export interface Moment {
  state: State;
  turn: Turn | null;
  tray: Throw[];
  trail: Trail;
}

export const still: Trail = { offense: null, spots: [] };

// A throw that has come to rest.
export const fallen = (key: number, event: string, tokens: string[], before: State = {}): Throw => ({
  key,
  event,
  tokens,
  before,
  moving: false,
  seat: null,
});
