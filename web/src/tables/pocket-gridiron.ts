// Pocket Sports Gridiron as a picture: the red zone, four positions, one die after the other.
import type { PocketGridiron } from '../net/states';
import type { Throw } from '../store/table.svelte';
import type { Sheet } from '../store/sheets.svelte';
import { t } from '../i18n';
import Board from './PocketGridiron.svelte';
import { coin, still, type Box, type Piece, type Pile, type Moment } from './kinds';
import { nth } from './spots';

const POSITIONS = ['wr', 'te', 'rb'];
const DEFENSE = ['defense', 'sack', 'recover', 'pat'];
const NUMBERED = ['kick', 'skill'];

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
      : { ...die, color: 'white', symbol: '', sub: marks.join(' ') };
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
  shape: 2.14,
  below: 8.5,
  verb: (event) => (event === 'toss' ? 'do.toss' : event === 'kick' || event === 'pat' ? 'do.kick' : 'do.roll'),
  lay,
  facts: (state, words) => [
    {
      text: state.quarter > 4 ? t('score.overtime') : `${words.field('quarter').name} ${state.quarter}`,
      field: 'quarter',
    },
    ...(state.offense
      ? [
          {
            text:
              state.phase === 'conversion'
                ? words.label('phase', state.phase)
                : t('score.down', { n: nth(state.down) }),
            field: 'down',
            strong: true,
          },
        ]
      : []),
    ...(state.bonus ? [{ text: `+${state.bonus}`, field: 'bonus' }] : []),
  ],
};

// On the shelf of the lobby.
export const moment: Moment = {
  state: {
    score: { home: 6, away: 3 },
    offense: 'home',
    mode: 'basic',
    drives: { home: 5, away: 4 },
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
  tray: [],
  trail: still,
};
