// Pocket Sports Rugby as a picture: five players in formation, one die after the other.
import type { PocketRugby } from '../net/states';
import type { Throw } from '../store/table.svelte';
import type { Scale } from '../art/duel';
import type { Man } from '../art/line';
import type { Format } from '../store/room.svelte';
import type { Sheet } from '../store/sheets.svelte';
import Board from './PocketRugby.svelte';
import Sign from './PocketRugbySign.svelte';
import { coin, fallen, still, type Box, type Piece, type Pile, type Moment } from './kinds';
import { faceOf } from './pocket-gridiron';

export const PLAYERS = ['forward', 'centre', 'wing', 'back'];
export const NUMBERS: Record<string, string> = {
  'scrum-half': '9',
  forward: '8',
  centre: '13',
  wing: '11',
  back: '15',
};

// A face as it is called, without the figure at its end: the arrow tells the value.
export const plainly = (name: string): string => name.replace(/,?(\s\p{L}{1,2})?\s*\d+$/u, '');

// Where everything stands on the two surfaces, for a side that runs to the right: the line is deep, the scrum half at its
// head, and the scale of a run begins at the line of advantage in front of him.
export const LAYOUT: Record<Format, Layout> = {
  wide: {
    width: 1200,
    top: 42,
    bottom: 496,
    goal: 1075,
    man: 0.92,
    small: 20,
    thick: 36,
    scale: { zero: 600, step: 38, most: 12 },
    men: {
      'scrum-half': { x: 545, y: 92 },
      forward: { x: 450, y: 178 },
      centre: { x: 360, y: 262 },
      back: { x: 180, y: 348 },
      wing: { x: 275, y: 432 },
    },
  },
  near: {
    width: 600,
    top: 46,
    bottom: 434,
    goal: 532,
    man: 0.7,
    small: 22,
    thick: 30,
    scale: { zero: 276, step: 20.5, most: 12 },
    men: {
      'scrum-half': { x: 236, y: 78 },
      forward: { x: 200, y: 155 },
      centre: { x: 162, y: 232 },
      back: { x: 76, y: 309 },
      wing: { x: 122, y: 386 },
    },
  },
};

export interface Layout {
  width: number;
  top: number;
  bottom: number;
  goal: number;
  // The size of a player, and of the letters beside him.
  man: number;
  small: number;
  thick: number;
  scale: Scale;
  men: Record<string, Man>;
}

// Which die an event rolls, by its colour.
const COLORS: Record<string, string> = {
  weather: 'purple',
  skill: 'purple',
  tackle: 'brown',
  range: 'brown',
  try: 'black',
  kick: 'black',
};

function piece(event: string, token: string, sheet: Sheet): Piece {
  const die: Piece = { kind: 'die', token, text: token, symbol: token };
  if (event === 'scrum-half') return { ...die, color: 'red', symbol: token.length > 1 ? token : '' };
  if (PLAYERS.includes(event)) {
    const value = faceOf(sheet, event, token)?.value;
    return value === undefined
      ? { ...die, color: 'green' }
      : { ...die, color: 'green', symbol: '', text: token.replace(/ \d+$/, ''), sub: String(value) };
  }
  if (event === 'range' || event === 'kick') return { ...die, color: COLORS[event], symbol: '', sub: 'm' };
  if (event === 'ruck' || event === 'card') return { ...die, color: 'black', text: '' };
  if (event === 'weather')
    return { ...die, color: 'purple', symbol: '', sub: sheet.dice.purple.weather[Number(token) - 1] ?? '' };
  return { ...die, color: COLORS[event] ?? 'white' };
}

function lay(thrown: Throw<PocketRugby>, _state: PocketRugby | null, sheet: Sheet): Pile[] {
  if (thrown.event === 'toss') return coin(thrown);
  return [{ pieces: thrown.tokens.map((token) => piece(thrown.event, token, sheet)) }];
}

export const box: Box<'pocket-rugby'> = {
  board: Board,
  look: {
    sign: Sign,
    place: 'translate(282 176)',
    print: 'M20 238H380M20 208H380M20 178H380M20 148H380M20 118H380',
    frame: 'M140 190C172 96 244 56 300 56S428 96 460 190C428 284 356 324 300 324S172 284 140 190Z',
    rugby: true,
  },
  dice: { near: { x: 0, y: 438, width: 600, height: 122 } },
  verb: (event) => (event === 'toss' ? 'do.toss' : event === 'kick' ? 'do.kick' : 'do.roll'),
  lay,
  facts: (state, words) => [
    { text: `${words.field('half').name} ${state.half}`, field: 'half' },
    ...(state.quick_tap
      ? [{ text: `${words.field('quick_tap').name} +1 · ${state.quick_tap}`, field: 'quick_tap', strong: true }]
      : []),
    ...(state.big_hit ? [{ text: words.field('big_hit').name, field: 'big_hit', strong: true }] : []),
    ...(state.weather === 'off' || state.weather === 'roll'
      ? []
      : [{ text: words.word('weather', state.weather).name, field: 'weather' }]),
  ],
};

// On the shelf of the lobby.
export const moment: Moment = {
  state: {
    score: { home: 12, away: 17 },
    offense: 'away',
    half: 1,
    half_time: { home: 20, away: 20 },
    full_time: { home: 40, away: 40 },
    cards: { home: 1, away: 0 },
    quick_tap: 2,
    injured: { home: [], away: [] },
    weather: 'fine',
    teams: { home: 'none', away: 'none' },
    carrier: 'wing',
    value: 8,
    tackle: 3,
    range: null,
  },
  turn: null,
  tray: [fallen(1, 'scrum-half', ['C']), fallen(2, 'centre', ['PASS']), fallen(3, 'wing', ['INTO THE CORNER'])],
  trail: still,
};
