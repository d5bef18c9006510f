// What the page needs to know to draw a game: which picture, which die shows which token, what stands on the scoreboard.
// Nothing in here decides anything; the server does.
import type { Component } from 'svelte';
import type { BySeat, Game, Happening, Json, Seat, State, Turn } from '../net/types';
import type { States } from '../net/states';
import type { Throw, Trail } from '../store/table.svelte';
import type { Sheet } from '../store/sheets.svelte';
import type { Format } from '../store/room.svelte';
import type { Words } from '../i18n/words.svelte';

export interface Piece {
  kind: 'die' | 'coin' | 'card';
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
  options: Options;
  sheet: Sheet;
  words: Words;
  tray: Throw<S>[];
  trail: Trail;
  names: BySeat<string>;
  turnedUp?: Partial<BySeat<string>> | null;
  // The side that looks at the board from below; it attacks to the right.
  facing?: Seat;
  // Which of the two surfaces the board draws itself on; `small` is a picture of the wide one that nobody can touch.
  format?: Format;
  small?: boolean;
}

// A table is drawn in units of one of two surfaces, and fills it from edge to edge. On a laptop of 1366 by 768 a unit of
// the wide one is 0.83 px, on a phone of 360 by 640 a unit of the near one is 0.55 px: no letter below 16, or 22.
export const SURFACE: Record<Format, { width: number; height: number }> = {
  wide: { width: 1200, height: 640 },
  near: { width: 600, height: 560 },
};

// Where the dice come to rest, in units of the surface; the board draws nothing there that has to be read.
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}
const BELOW: Record<Format, Area> = {
  wide: { x: 0, y: 500, width: 1200, height: 140 },
  near: { x: 0, y: 350, width: 600, height: 210 },
};
const part = (of: number, whole: number): string => `${(100 * of) / whole}%`;
export type Areas = Partial<Record<Format, Area>>;
export interface Shaped {
  // How high its surface is, where that is less than usual.
  height?: (options: Options) => Partial<Record<Format, number>>;
  // Where the dice come to rest where that is not the band below the board; it may depend on the mode that is played.
  dice?: Areas | ((options: Options) => Areas);
}
// The surface of a table: lower where something else takes room, as a hand does.
export const surfaceOf = (box: Shaped, format: Format, options: Options = {}) => ({
  width: SURFACE[format].width,
  height: box.height?.(options)[format] ?? SURFACE[format].height,
});
export function areaOf(box: Shaped, format: Format, options: Options = {}) {
  const areas = typeof box.dice === 'function' ? box.dice(options) : box.dice;
  const { x, y, width, height } = areas?.[format] ?? BELOW[format];
  const whole = surfaceOf(box, format, options);
  return {
    left: part(x, whole.width),
    top: part(y, whole.height),
    width: part(width, whole.width),
    height: part(height, whole.height),
  };
}
export type Options = Record<string, Json>;

// What a box is known by beside its table: on its lid, on posters, on the scoreboard. Its colours stand with its board.
export interface Look {
  // Its one object, drawn around 0,0 within 100 to each side, and where it lies on a lid of 400 by 300.
  sign: Component;
  place: string;
  // What is printed on the lid, and the frame in the middle of a poster of 600 by 340, as paths.
  print: string;
  frame: string;
  // The ring behind that frame: twelve marks, each drawn as it stands on top; one of them may be lit.
  ring?: { radius: number; color: string; mark: string; lit?: number };
  rugby?: boolean;
}

// `S` is the position that its game shows.
export interface AnyBox<S> extends Shaped {
  board: Component<BoardProps<S>>;
  look: Look;
  // Whether anybody ever has anything to decide with these options; left out where that is always so.
  choices?: (options: Options) => boolean;
  // Whether these options are played with a hand of cards that needs room at the thumb.
  hand?: (options: Options) => boolean;
  verb: (event: string) => 'do.roll' | 'do.toss' | 'do.turn' | 'do.draw' | 'do.kick';
  // Of a throw that later ones cover nothing is known but itself.
  lay: (thrown: Throw<S>, state: S | null, sheet: Sheet) => Pile[];
  // The same for what is tapped beside a real table, where the board and not the tray shows it.
  tapped?: (thrown: Throw<S>, state: S | null, sheet: Sheet) => Pile[];
  facts: (state: S, words: Words, names: BySeat<string>, options: Options, sheet: Sheet) => Fact[];
}

export type Box<G extends Game> = AnyBox<States[G]>;

export const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

// Coin tosses look the same everywhere.
export const coin = (thrown: { tokens: string[] }): Pile[] => [
  { pieces: [{ kind: 'coin', token: thrown.tokens[0] ?? '', seat: thrown.tokens[0] as Seat }] },
];

// What is rolled or decided next; nothing once the game is over.
export const awaited = (turn: Turn | null): string => (turn && turn.kind !== 'over' ? turn.event : '');

// The team cards that lie on the table, by the ids of a position.
export const teamsOf = (sheet: Sheet, ids: BySeat<string>): { seat: Seat; team: Sheet | undefined }[] =>
  (['home', 'away'] as const).map((seat) => ({
    seat,
    team: sheet.teams?.find((one: Sheet) => one.id === ids[seat]),
  }));

// One telling moment of a game, for the picture on the lobby's shelf.
export interface Moment {
  state: State;
  turn: Turn | null;
  tray: Throw[];
  trail: Trail;
}

export const still: Trail = { offense: null, spots: [] };

// A throw that has come to rest.
export const fallen = (
  key: number,
  event: string,
  tokens: string[],
  { before = {}, happened = [] }: { before?: State; happened?: Happening[] } = {},
): Throw => ({ key, event, tokens, before, happened, moving: false, seat: null });
