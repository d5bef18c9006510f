// Red Boar Gridiron as a picture: the field in steps of five, the clock with its rings, tables or cards at hand.
import type { Seat } from '../net/types';
import type { RedBoarGridiron } from '../net/states';
import { other } from '../net/types';
import type { Throw } from '../store/table.svelte';
import type { Format } from '../store/room.svelte';
import type { Sheet } from '../store/sheets.svelte';
import { fill, t } from '../i18n';
import Board from './RedBoarGridiron.svelte';
import Sign from './RedBoarGridironSign.svelte';
import { coin, type Box, type Pile, type Moment } from './kinds';
import { clockText, downAndDistance, spot } from './spots';

const DEFENSE = ['defense', 'modifier'];
const PAIRS = ['kickoff', 'play', 'punt', 'field-goal', 'extra-point'];

const sum = (tokens: string[]): string => String(tokens.reduce((all, token) => all + (Number(token) || 0), 0));

function dice(tokens: string[], seat: Seat | null, label?: string): Pile {
  const pieces = tokens.map((token) => ({
    kind: 'die' as const,
    token,
    color: seat ?? 'white',
    seat,
    pips: Number(token),
  }));
  return { label, seat, pieces, figure: tokens.length > 1 ? sum(tokens) : '' };
}

function lay(thrown: Throw<RedBoarGridiron>, state: RedBoarGridiron | null, _sheet: Sheet): Pile[] {
  if (thrown.event === 'toss') return coin(thrown);
  // Cards that were drawn are in the hand.
  if (thrown.event.startsWith('draw-')) return [];
  const { offense } = thrown.before;
  // The dice of the flags make room for those of the play.
  if (thrown.event === 'flags' && !state) return [];
  if (thrown.event === 'flags') {
    return [
      dice(thrown.tokens.slice(0, 2), offense, t('seat.offense')),
      dice(thrown.tokens.slice(2), offense && other(offense), t('seat.defense')),
    ];
  }
  return [dice(thrown.tokens, thrown.seat ?? (offense && (DEFENSE.includes(thrown.event) ? other(offense) : offense)))];
}

// Where everything lies on the two surfaces, with dice and with cards. With cards the table is
// in the cards, and they lie on the lower half of the field.
const NOWHERE = { x: 0, y: 0, width: 0 };
const NO_DECK = { x: 0, y: 0, size: 0, dx: 0, dy: 0 };
export const LAYOUT: Record<Format, Record<RedBoarGridiron['mode'], Layout>> = {
  wide: {
    dice: {
      height: 640,
      field: 352,
      lane: 0.5,
      clock: { x: 1056, y: 500, r: 134 },
      table: { x: 470, y: 358, width: 448, row: 41, text: 21 },
      card: NOWHERE,
      deck: NO_DECK,
    },
    cards: {
      height: 540,
      field: 402,
      lane: 0.12,
      clock: { x: 1120, y: 472, r: 64 },
      table: null,
      card: { x: 400, y: 98, width: 190 },
      deck: { x: 820, y: 446, size: 52, dx: 104, dy: 0 },
    },
  },
  near: {
    dice: {
      height: 560,
      field: 214,
      lane: 0.5,
      clock: { x: 516, y: 484, r: 72 },
      table: { x: 8, y: 214, width: 592, row: 27, text: 22 },
      card: NOWHERE,
      deck: NO_DECK,
    },
    cards: {
      height: 520,
      field: 352,
      lane: 0.13,
      clock: { x: 538, y: 442, r: 58 },
      table: null,
      card: { x: 116, y: 90, width: 164 },
      deck: { x: 424, y: 384, size: 40, dx: 0, dy: 66 },
    },
  },
};

export interface Layout {
  height: number;
  field: number;
  lane: number;
  clock: { x: number; y: number; r: number };
  table: { x: number; y: number; width: number; row: number; text: number } | null;
  card: { x: number; y: number; width: number };
  deck: { x: number; y: number; size: number; dx: number; dy: number };
}

export const box: Box<'red-boar-gridiron'> = {
  board: Board,
  look: {
    sign: Sign,
    place: 'translate(302 174) scale(.84)',
    print: 'M40 268V92h30v176M90 268v-120h30v120M140 268v-90h30v90M340 268v-60h30v60',
    frame: 'M172 190a128 128 0 1 0 256 0a128 128 0 1 0-256 0Z',
    ring: { radius: 154, color: '#a9764a', mark: 'M292 49a8 8 0 1 0 16 0a8 8 0 1 0-16 0Z', lit: 7 },
  },
  height: ({ mode }) => (mode === 'cards' ? { wide: LAYOUT.wide.cards.height, near: LAYOUT.near.cards.height } : {}),
  dice: ({ mode }) =>
    mode === 'cards'
      ? { wide: { x: 0, y: 406, width: 800, height: 134 }, near: { x: 0, y: 356, width: 420, height: 164 } }
      : { wide: { x: 0, y: 356, width: 464, height: 284 }, near: { x: 0, y: 408, width: 436, height: 152 } },
  hand: (options) => options.mode === 'cards',
  verb: (event) =>
    event === 'toss'
      ? 'do.toss'
      : event.startsWith('draw-')
        ? 'do.draw'
        : ['kickoff', 'punt', 'field-goal', 'extra-point'].includes(event)
          ? 'do.kick'
          : 'do.roll',
  lay,
  facts: (state, words, names) => [
    {
      text: fill(words.label('quarter', String(state.quarter)), { clock: clockText(state.clock) }),
      field: 'clock',
    },
    ...(state.down && state.offense
      ? [
          {
            text:
              state.phase === 'try'
                ? words.label('phase', state.phase)
                : downAndDistance(state.down, state.ball, state.line),
            field: 'down',
            strong: true,
          },
          { text: spot(state.offense, state.ball, names), field: 'ball' },
        ]
      : []),
    ...((state.phase === 'kickoff' && state.offense) || state.phase === 'free-kick'
      ? [{ text: words.label('phase', state.phase), field: 'phase', strong: true }]
      : []),
  ],
};

export const pairOf = <S>(tray: Throw<S>[]): Throw<S> | undefined =>
  tray.findLast((one) => PAIRS.includes(one.event) && !one.moving);

// On the shelf of the lobby.
export const moment: Moment = {
  state: {
    score: { home: 13, away: 14 },
    offense: 'away',
    quarter: 4,
    clock: 140,
    ball: 60,
    down: 2,
    line: 70,
    phase: 'scrimmage',
    mode: 'dice',
  },
  turn: null,
  tray: [],
  trail: { offense: 'away', spots: [20, 35, 45, 60] },
};
