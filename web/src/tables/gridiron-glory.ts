// Gridiron Glory as a picture: two piles, two turned cards, four spaces, three dice.
import type { Seat } from '../net/types';
import type { GridironGlory } from '../net/states';
import type { Throw } from '../store/table.svelte';
import type { Format } from '../store/room.svelte';
import { fact, t } from '../i18n';
import Board from './GridironGlory.svelte';
import Sign from './GridironGlorySign.svelte';
import { fallen, still, type Box, type Pile, type Moment } from './kinds';

export const CARDS = ['flip', 'fumble'];

// Where everything lies on the two surfaces. Cards are 100 by 140 times their scale; `apart`, `over` and `under` are the
// distances of a card from the middle, while both are turned and once the winner lies over the loser;
// `bury` is where a fumble puts its cards.
export const LAYOUT = {
  wide: {
    width: 1200,
    top: 14,
    bottom: 206,
    zone: 120,
    figure: 40,
    count: 40,
    pile: { x: 46, y: 262, scale: 1.9 },
    cards: { y: 428, scale: 2.55 },
    apart: 150,
    over: 44,
    under: 96,
    bury: { x: 330, y: 30 },
  },
  near: {
    width: 600,
    top: 10,
    bottom: 158,
    zone: 64,
    figure: 30,
    count: 34,
    pile: { x: 12, y: 196, scale: 0.98 },
    cards: { y: 358, scale: 1.72 },
    apart: 94,
    over: 24,
    under: 60,
    bury: { x: 206, y: 96 },
  },
} satisfies Record<Format, unknown>;

function lay(thrown: Throw<GridironGlory>): Pile[] {
  // Cards are turned on the board itself.
  if (CARDS.includes(thrown.event)) return [];
  const die = (token: string) => ({ kind: 'die' as const, token, color: 'cream', text: '', symbol: token });
  if (thrown.event !== 'toss') return [{ pieces: thrown.tokens.map(die) }];
  const half = thrown.tokens.length / 2;
  return [
    { label: t('seat.home'), seat: 'home', pieces: thrown.tokens.slice(0, half).map(die) },
    { label: t('seat.away'), seat: 'away', pieces: thrown.tokens.slice(half).map(die) },
  ];
}

// The two turned cards, home's first.
const turned = (thrown: Throw<GridironGlory>): Pile[] =>
  thrown.tokens.map((token, i) => {
    const seat: Seat = i ? 'away' : 'home';
    return { seat, pieces: [{ kind: 'card', token, seat }] };
  });

export const box: Box<'gridiron-glory'> = {
  board: Board,
  look: {
    sign: Sign,
    place: 'translate(276 182) scale(.98)',
    print: 'M20 148 140 268M20 88 200 268M60 68 260 268M120 68 320 268M180 68 380 268M240 68 380 208',
    frame: 'M204 52h192a20 20 0 0 1 20 20v236a20 20 0 0 1-20 20h-192a20 20 0 0 1-20-20v-236a20 20 0 0 1 20-20Z',
  },
  choices: ({ toss_winner, referees }) => toss_winner === 'choice' || referees === 'may',
  dice: {
    wide: { x: 290, y: 236, width: 620, height: 380 },
    near: { x: 118, y: 172, width: 364, height: 380 },
  },
  verb: (event) => (CARDS.includes(event) ? 'do.turn' : 'do.roll'),
  lay,
  tapped: (thrown) => (CARDS.includes(thrown.event) ? turned(thrown) : lay(thrown)),
  facts: (state, words) => [
    {
      text: words.label('quarter', String(state.quarter)),
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
  tray: [fallen(1, 'flip', ['KH', '9S'], { happened: [{ what: 'beat', seat: 'home' }] })],
  trail: still,
};
