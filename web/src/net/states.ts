// What the fields of a position are in each game, and what the rules tell of a step. Printed from the
// engine's own declarations by `make types`: do not edit.
import type { BySeat, Seat } from './types';

export type What =
  | 'toss'
  | 'possession'
  | 'play'
  | 'beat'
  | 'gain'
  | 'first-down'
  | 'down'
  | 'stop'
  | 'sack'
  | 'flag'
  | 'injury'
  | 'card'
  | 'return'
  | 'steal'
  | 'kick'
  | 'miss'
  | 'score'
  | 'turnover'
  | 'drive-end'
  | 'period'
  | 'clock'
  | 'chip'
  | 'deal'
  | 'weather'
  | 'overtime'
  | 'over';

export interface Happening {
  what: What;
  seat?: Seat;
  how?: string;
  amount?: number;
  spot?: number;
}

export interface PocketGridiron {
  game: 'pocket-gridiron';
  score: BySeat<number>;
  offense: Seat | null;
  mode: 'basic' | 'pro';
  drives: BySeat<number>;
  drives_each: number;
  quarter: number;
  opener?: Seat | null;
  down: number;
  sacks: number;
  bonus: number;
  scrambles: number;
  phase: 'series' | 'conversion';
  injured: BySeat<('qb' | 'rb' | 'te' | 'wr')[]>;
  teams: BySeat<string> | null;
  returned: boolean;
  carrier: 'qb' | 'rb' | 'te' | 'wr' | null;
  value: number | null;
  rolled: number | null;
}

export interface GridironGlory {
  game: 'gridiron-glory';
  score: BySeat<number>;
  offense: Seat | null;
  quarter: number;
  space: number;
  try: number;
  pile: number;
  unseen: BySeat<Record<string, number>>;
  first_offense: Seat | null;
  dice: string[];
}

export interface PocketRugby {
  game: 'pocket-rugby';
  score: BySeat<number>;
  offense: Seat | null;
  half: number;
  first_attack: Seat | null;
  cards: BySeat<number>;
  yellow_total: BySeat<number>;
  quick_tap: number;
  injured: BySeat<('forward' | 'centre' | 'wing' | 'back')[]>;
  weather: 'off' | 'fine' | 'cold' | 'hot' | 'rain' | 'roll';
  half_time: BySeat<number>;
  full_time: BySeat<number>;
  teams: BySeat<string>;
  carrier: 'forward' | 'centre' | 'wing' | 'back' | null;
  value: number | null;
  tackle: number | null;
  range: number | null;
  big_hit?: boolean;
}

export interface RedBoarGridiron {
  game: 'red-boar-gridiron';
  score: BySeat<number>;
  offense: Seat | null;
  quarter: number;
  clock: number;
  ball: number;
  down: number;
  line: number;
  phase: 'kickoff' | 'scrimmage' | 'try' | 'free-kick' | 'overtime';
  second_half_receiver: Seat | null;
  overtime_first: Seat | null;
  mode: 'dice' | 'cards';
  hands?: BySeat<Record<string, number>>;
  discards?: BySeat<Record<string, number>>;
  played?: BySeat<Record<string, number>>;
  hand?: Record<string, number>;
  deck_left?: BySeat<number>;
}

export interface SportsDiceFootball {
  game: 'sports-dice-football';
  score: BySeat<number>;
  offense: Seat | null;
  ball: number;
  down: number;
  line: number;
  chip: Seat | null;
  dice: string[];
  plays: { offense: string | null; defense: string | null } | null;
}

export interface States {
  'pocket-gridiron': PocketGridiron;
  'gridiron-glory': GridironGlory;
  'pocket-rugby': PocketRugby;
  'red-boar-gridiron': RedBoarGridiron;
  'sports-dice-football': SportsDiceFootball;
}
