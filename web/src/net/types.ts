// The words of docs/server-protocol.md as types. Nothing here belongs to one game.
import type { Happening, States } from './states';

export type { Happening };

export type Seat = 'home' | 'away';
export type Role = Seat | 'both' | 'spectator';
export type View = Seat | 'public';
export type Lang = 'en' | 'fr';
export type BySeat<T> = Record<Seat, T>;
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type Game = keyof States;
type Field = { [G in Game]: keyof States[G] }[Game];
type OfField<F> = { [G in Game]: F extends keyof States[G] ? States[G][F] : never }[Game];
// A position of whatever game: each field that some game has, if it is there. Whoever knows the game takes States[game].
export type State = { [F in Field]?: OfField<F> };

// So many like dice (or places of a draw), and the tokens that may fall on each of them.
export interface LikeDice {
  count: number;
  tokens: string[];
}

export type Turn =
  | { kind: 'chance'; event: string; seat: Seat; count: number; faces?: LikeDice[] }
  | { kind: 'choice'; event: string; seat: Seat; actions: string[] }
  | { kind: 'secret'; event: string; seats: Seat[]; actions?: string[] }
  | { kind: 'over'; winner: Seat | 'draw' };

export interface Fell {
  event: string;
  tokens: string[] | null;
  count?: number;
  seat?: Seat;
}

export interface Chose {
  event: string;
  seat: Seat;
  action?: string;
}

export interface Clocks {
  home: number;
  away: number;
  running: Seat | 'both' | null;
}

export interface Position {
  turn_no: number;
  turn: Turn;
  state: State;
  clocks?: Clocks;
  locked?: string;
}

export interface TableSeat {
  who: 'person' | 'computer';
  name: string | null;
  bot?: string;
  badge?: string | null;
  present: boolean;
  away_since: string | null;
  open: boolean;
  // Where several people play for the side: those in turn, and the place of the one whose hand it is.
  members?: { name: string | null; badge: string | null; present: boolean; open: boolean }[];
  hand?: number;
}

export type Offer = 'draw' | 'takeback' | 'odds' | 'rematch';

// Whether the dice of a table prove themselves, and the commitments that hold for the next roll (docs/fair-dice.md).
export type Fair =
  | {
      proof: 'chains-1';
      server: string;
      hidden: string | null;
      home: string | null;
      away: string | null;
      from: number;
      rolls: number;
      hand: BySeat<number>;
    }
  | { proof: null; why: string };

// How a roll was made. `server` and `drew` are null while they would tell what is hidden.
export interface Proof {
  n: number;
  hidden: boolean;
  server: string | null;
  home: string | null;
  away: string | null;
  left_out: { seat: Seat; why: 'absent' | 'silent' | 'late' }[];
  drew: [number, number][] | null;
}

// A roll is due: the seats of `of` are to give the link after the one named there.
export interface Ask {
  type: 'ask';
  n: number;
  event: string;
  seat: Seat;
  turn_no: number;
  lines: string | null;
  sealed: string | null;
  of: Partial<BySeat<string>>;
  within: number;
}

export interface TableInfo {
  id: string;
  game: string;
  options: Record<string, Json>;
  sheet: string;
  dice: 'server' | 'real';
  listed: boolean;
  odds: boolean;
  hidden: boolean;
  // One person plays both sides.
  alone?: true;
  clock: { seconds: number; increment: number } | null;
  seats: BySeat<TableSeat>;
  watching: number;
  turn_no: number;
  created: string;
  last: string;
  offers: { what: Offer; by: Seat }[];
  claim_in: number | null;
  over: { winner: Seat | 'draw'; reason: string } | null;
  next: string | null;
  score: BySeat<number> | null;
  invite?: string;
  // Not told by a server from before the dice proved themselves.
  fair?: Fair;
}

export interface Chances {
  home: number;
  draw: number;
  away: number;
}

export interface Odds {
  odds: Chances;
  method: 'exact' | 'estimate';
  error: number;
  turn_no?: number;
}

export interface Advice {
  // `share`: how often to take it, where the best is to mix.
  actions: { action: string; value: number; loss: number; share?: number }[];
  method: 'exact' | 'estimate';
  error: number;
  turn_no?: number;
}

export interface Refusal {
  code: string;
  message: string;
  legal?: string[];
  retry_after?: number;
  turn_no?: number;
  turn?: Turn;
  state?: State;
}

export interface Welcome extends Position {
  type: 'welcome';
  role: Role;
  // Of sides with several people, those for whom this browser plays.
  members?: Partial<BySeat<number[]>>;
  table: TableInfo;
  log: { turn_no: number; said: string[]; headline?: boolean }[];
  odds: Odds | null;
  // Of the last proven roll.
  proof?: Proof | null;
}

export interface Update extends Position {
  type: 'update';
  cause: string;
  by: Seat | null;
  fell?: Fell;
  chose?: Chose[];
  happened?: Happening[];
  said: string[];
  // The first line is the headline of its play.
  headline?: boolean;
  table: TableInfo;
  // Of a roll, where the dice prove themselves.
  proof?: Proof;
}

export type ServerMessage =
  | Welcome
  | Update
  | Ask
  | { type: 'table'; table: TableInfo; clocks?: Clocks }
  | ({ type: 'odds' } & Odds)
  | { type: 'reply'; request_id: string; ok: boolean; error?: Refusal; [key: string]: any }
  | { type: 'emote'; seat: Seat; what: string }
  | { type: 'bye'; reason: string; reconnect_after: number | null };

export interface OptionInfo {
  name: string;
  values?: Json[];
  min?: number;
  max?: number;
  step?: number;
  default: Json;
  // The ruling that it is another reading of ("R4"): a house rule of a table.
  reading?: string;
  // Other options with the values of which one is needed: else it, or that value of it, does nothing.
  needs?: Record<string, Json[]>;
  value_needs?: Record<string, Record<string, Json[]>>;
}

export interface GameInfo {
  id: string;
  name: string;
  aliases: string[];
  options: OptionInfo[];
  hidden?: boolean;
}

export interface Step {
  n: number;
  turn: Turn;
  state: State;
  fell?: Fell;
  chose?: Chose[];
  happened?: Happening[];
  said: string[];
  headline?: boolean;
}

export interface Steps {
  game: string;
  options: Record<string, Json>;
  seats: BySeat<{ name: string | null }>;
  result: Seat | 'draw' | null;
  record: string;
  steps: Step[];
}

export interface Review {
  game: string;
  result: Seat | 'draw';
  method: 'exact' | 'estimate';
  error: number;
  chart: { n: number; home: number; drive?: number; score?: BySeat<number> }[];
  moments: { n: number; change: number; text: string }[];
  mistakes: { n: number; seat: Seat; event: string; did: string; better: string; loss: number; text: string }[];
  players?: BySeat<{ accuracy: number | null }>;
  ledger: { start: number; luck: BySeat<number>; errors: BySeat<number>; result: number };
}

// What comes first of an action, how often, and what it is worth then.
export interface OutlookPart {
  comes: string;
  chance: number;
  value: number;
}

export interface Puzzle {
  game: string;
  options: Record<string, Json>;
  position: string;
  seat: Seat;
  event: string;
  difficulty: 'easy' | 'fair' | 'hard';
  natural: string;
  best: string;
  // Best first.
  actions: { action: string; value: number; loss: number; outlook: OutlookPart[] }[];
  method: 'exact' | 'estimate';
  error: number;
  why: string;
  // Of the puzzle of the day.
  date?: string;
  // The games that have puzzles.
  games: string[];
  // The last steps of the game that led there.
  steps: Step[];
}

export interface OpeningSeat {
  who: 'me' | 'friend' | 'computer';
  name?: string;
  bot?: string;
  with?: { who: 'me' | 'friend'; name?: string }[];
}

export interface Opening {
  game?: string;
  options?: Record<string, Json>;
  seats?: BySeat<OpeningSeat>;
  listed?: boolean;
  odds?: boolean;
  alone?: boolean;
  clock?: { seconds: number; increment: number } | null;
  dice?: 'server' | 'real';
  record?: string;
  sheet?: string;
  at?: number;
  seed?: number;
}

export interface Spread {
  mean: number;
  deviation: number;
}

// What the lab knows of a game that two perfect players play; `skill` comes last.
export interface GameFigures {
  exact: boolean;
  bound: number;
  draw: number;
  first_edge: number;
  toss_edge?: number;
  toss_choice?: string;
  points: Record<'home' | 'away' | 'first' | 'second', Spread>;
  margin: Spread;
  length: Record<'rolls' | 'decisions', Spread> & Partial<Record<'plays' | 'drives', Spread>>;
  drives: Record<string, number>;
  decisions: { asked: number; matter: number; worth: number };
  skill: Record<string, number>;
  luck: { deviation: number; by_event: Record<string, number> };
}

// What lets one person of a side sit down.
export interface Invite {
  seat: Seat;
  member: number;
  invite: string;
}

export interface Opened {
  table: TableInfo;
  token: string;
  seat: Seat | 'both';
  invite: string | null;
  invites?: Invite[];
  path: string;
}

export const other = (seat: Seat): Seat => (seat === 'home' ? 'away' : 'home');
