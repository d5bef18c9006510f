// Pocket Sports Gridiron as a picture: the red zone, four positions, one die after the other.
import type { PocketGridiron } from '../net/states';
import type { Throw } from '../store/table.svelte';
import type { Format } from '../store/room.svelte';
import type { Sheet } from '../store/sheets.svelte';
import { fact, t } from '../i18n';
import type { Scale } from '../art/duel';
import Board from './PocketGridiron.svelte';
import Sign from './PocketGridironSign.svelte';
import { coin, fallen, still, type Box, type Piece, type Pile, type Moment } from './kinds';
import { nth } from './spots';

const POSITIONS = ['wr', 'te', 'rb'];
const DEFENSE = ['defense', 'sack', 'recover', 'pat'];
const NUMBERED = ['kick', 'skill'];

// Where everything stands on the two surfaces, for a side that runs to the right: a lane for each position, and one scale
// of intensity over all of them.
export const LAYOUT: Record<Format, Layout> = {
  wide: {
    width: 1200,
    top: 42,
    bottom: 458,
    foot: 34,
    goal: 985,
    man: 37,
    job: 32,
    figure: 30,
    thick: 36,
    scale: { zero: 330, step: 52, most: 12 },
    men: { wr: { x: 262, y: 98 }, qb: { x: 152, y: 188 }, rb: { x: 56, y: 276 }, te: { x: 262, y: 362 } },
  },
  near: {
    width: 600,
    top: 46,
    bottom: 398,
    foot: 32,
    goal: 492,
    man: 30,
    job: 26,
    figure: 24,
    thick: 30,
    scale: { zero: 170, step: 26, most: 12 },
    men: { wr: { x: 132, y: 92 }, qb: { x: 82, y: 168 }, rb: { x: 38, y: 244 }, te: { x: 132, y: 312 } },
  },
};

export interface Layout {
  width: number;
  // The field between its two edges, and the height of the strip below it.
  top: number;
  bottom: number;
  foot: number;
  goal: number;
  man: number;
  job: number;
  figure: number;
  thick: number;
  scale: Scale;
  men: Record<string, { x: number; y: number }>;
}

export const faceOf = (sheet: Sheet, die: string, token: string): Record<string, any> | undefined =>
  Array.isArray(sheet.dice?.[die]) ? sheet.dice[die].find((face: any) => face.face === token) : undefined;

function piece(event: string, token: string, sheet: Sheet): Piece {
  const die: Piece = { kind: 'die', token, text: token, symbol: token };
  if (event === 'qb') return { ...die, color: 'red' };
  if (POSITIONS.includes(event)) {
    const value = faceOf(sheet, event, token)?.value;
    return value === undefined
      ? { ...die, color: 'brown' }
      : { ...die, color: 'brown', symbol: '', sub: String(value) };
  }
  if (DEFENSE.includes(event)) {
    const marks: string[] = faceOf(sheet, 'defense', token)?.marks ?? [];
    return token === 'FLAG'
      ? { ...die, color: 'white', text: '' }
      : { ...die, color: 'white', symbol: '', sub: marks[0] ?? '' };
  }
  if (event === 'penalty') return { ...die, color: 'yellow', symbol: '' };
  return { ...die, color: 'black', ...(NUMBERED.includes(event) ? { symbol: '' } : {}) };
}

function lay(thrown: Throw<PocketGridiron>, _state: PocketGridiron | null, sheet: Sheet): Pile[] {
  if (thrown.event === 'toss') return coin(thrown);
  return [{ pieces: thrown.tokens.map((token) => piece(thrown.event, token, sheet)) }];
}

export const box: Box<'pocket-gridiron'> = {
  board: Board,
  look: {
    sign: Sign,
    place: 'translate(284 192) scale(.9)',
    print: 'M20 228 380 78M20 268 380 118M80 268 380 148M20 188 300 72',
    frame: 'M176 322V150L300 42 424 150V322Z',
  },
  dice: { near: { x: 0, y: 438, width: 600, height: 122 } },
  verb: (event) => (event === 'toss' ? 'do.toss' : event === 'kick' || event === 'pat' ? 'do.kick' : 'do.roll'),
  lay,
  facts: (state, words, names, _options, sheet) => [
    {
      text: words.label('quarter', String(state.quarter)),
      field: 'quarter',
    },
    ...(state.offense
      ? [
          {
            text:
              state.phase === 'conversion'
                ? words.label('phase', state.phase) +
                  // A foul may have brought new downs.
                  (state.down < Number(sheet.rules.downs) ? ` · ${t('score.down', { n: nth(state.down) })}` : '')
                : t('score.down', { n: nth(state.down) }),
            field: 'down',
            strong: true,
          },
        ]
      : []),
    ...(state.bonus ? [{ text: `+${state.bonus}`, field: 'bonus' }] : []),
    ...(state.opener ? [{ text: fact(words.field('opener').name, names[state.opener]), field: 'opener' }] : []),
  ],
};

// On the shelf of the lobby.
export const moment: Moment = {
  state: {
    score: { home: 6, away: 3 },
    offense: 'home',
    mode: 'basic',
    drives: { home: 5, away: 4 },
    drives_each: 8,
    quarter: 2,
    down: 2,
    sacks: 1,
    bonus: 0,
    phase: 'series',
    injured: { home: ['te'], away: [] },
    teams: null,
    carrier: 'wr',
    value: 7,
    rolled: 4,
  },
  turn: null,
  tray: [fallen(1, 'wr', ['POST'])],
  trail: still,
};
