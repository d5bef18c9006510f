// Pocket Sports Rugby as a picture: five players in formation, one die after the other.
import type { PocketRugby } from '../net/states';
import type { Throw } from '../store/table.svelte';
import type { Sheet } from '../store/sheets.svelte';
import Board from './PocketRugby.svelte';
import { coin, fallen, still, type Box, type Piece, type Pile, type Moment } from './kinds';
import { faceOf } from './pocket-gridiron';

export const PLAYERS = ['forward', 'centre', 'wing', 'back'];

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
  shape: 2.14,
  below: 8.5,
  verb: (event) => (event === 'toss' ? 'do.toss' : event === 'kick' ? 'do.kick' : 'do.roll'),
  lay,
  facts: (state, words) => [
    { text: `${words.field('half').name} ${state.half}`, field: 'half' },
    ...(state.quick_tap
      ? [{ text: `${words.field('quick_tap').name} +1 · ${state.quick_tap}`, field: 'quick_tap', strong: true }]
      : []),
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
