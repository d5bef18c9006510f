// Red Boar Gridiron as a picture: the field in steps of five, the clock with its rings, tables or cards at hand.
import type { Seat } from '../net/types';
import type { RedBoarGridiron } from '../net/states';
import { other } from '../net/types';
import type { Throw } from '../store/table.svelte';
import type { Sheet } from '../store/sheets.svelte';
import { t } from '../i18n';
import Board from './RedBoarGridiron.svelte';
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

function lay(thrown: Throw<RedBoarGridiron>, _state: RedBoarGridiron | null, _sheet: Sheet): Pile[] {
  if (thrown.event === 'toss') return coin(thrown);
  if (thrown.event.startsWith('draw-'))
    return [{ pieces: thrown.tokens.map((token) => ({ kind: 'card', token, text: token })) }];
  const { offense } = thrown.before;
  if (thrown.event === 'flags') {
    return [
      dice(thrown.tokens.slice(0, 2), offense, t('seat.offense')),
      dice(thrown.tokens.slice(2), offense && other(offense), t('seat.defense')),
    ];
  }
  return [dice(thrown.tokens, thrown.seat ?? (offense && (DEFENSE.includes(thrown.event) ? other(offense) : offense)))];
}

export const box: Box<'red-boar-gridiron'> = {
  board: Board,
  shape: 2.56,
  below: 17,
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
      text:
        state.quarter > 4
          ? t('score.overtime')
          : `${words.field('quarter').name} ${state.quarter} · ${clockText(state.clock)}`,
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
