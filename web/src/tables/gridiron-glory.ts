// Gridiron Glory as a picture: two piles, two turned cards, four spaces, three dice.
import type { Seat } from '../net/types';
import type { GridironGlory } from '../net/states';
import type { Throw } from '../store/table.svelte';
import type { Sheet } from '../store/sheets.svelte';
import { fact, t } from '../i18n';
import Board from './GridironGlory.svelte';
import { fallen, still, type Box, type Pile, type Moment } from './kinds';

const CARDS = ['flip', 'fumble'];

function lay(thrown: Throw<GridironGlory>, _state: GridironGlory | null, sheet: Sheet): Pile[] {
  if (CARDS.includes(thrown.event)) {
    return [
      {
        pieces: thrown.tokens.map((token, i) => ({
          kind: 'card',
          token,
          seat: i === 0 ? ('home' as Seat) : ('away' as Seat),
        })),
      },
    ];
  }
  const die = (token: string) => ({ kind: 'die' as const, token, color: 'cream', text: '', symbol: token });
  if (thrown.event !== 'toss') return [{ pieces: thrown.tokens.map(die) }];
  const half = Number(sheet.dice.glory.count);
  return [
    { label: t('seat.home'), seat: 'home', pieces: thrown.tokens.slice(0, half).map(die) },
    { label: t('seat.away'), seat: 'away', pieces: thrown.tokens.slice(half).map(die) },
  ];
}

export const box: Box<'gridiron-glory'> = {
  board: Board,
  shape: 2.4,
  below: 8.5,
  verb: (event) => (CARDS.includes(event) ? 'do.turn' : 'do.roll'),
  lay,
  facts: (state, words) => [
    {
      text: state.quarter > 4 ? t('score.overtime') : `${words.field('quarter').name} ${state.quarter}`,
      field: 'quarter',
    },
    ...(state.offense
      ? [
          {
            text: `${words.field('space').name} ${state.space} · ${words.field('try').name} ${state.try}`,
            field: 'space',
            strong: true,
          },
        ]
      : []),
    { text: fact(words.field('pile').name, state.pile), field: 'pile' },
  ],
};

// On the shelf of the lobby.
export const moment: Moment = {
  state: { score: { home: 7, away: 3 }, offense: 'home', quarter: 2, space: 3, try: 2, pile: 17, dice: [] },
  turn: null,
  tray: [fallen(1, 'flip', ['KH', '9S'])],
  trail: still,
};
