// Sports Dice Football as a picture: twelve dice in two trays, the field, the chip.
import type { Seat } from '../net/types';
import type { SportsDiceFootball } from '../net/states';
import type { Throw } from '../store/table.svelte';
import type { Sheet } from '../store/sheets.svelte';
import { winnerOf } from '../store/steps';
import { t } from '../i18n';
import { other } from '../net/types';
import Board from './SportsDiceFootball.svelte';
import Sign from './SportsDiceFootballSign.svelte';
import { coin, repeat, type Box, type Piece, type Pile, type Moment } from './kinds';
import { downAndDistance, spot } from './spots';

// Like faces lie together, the longest row first, so that the count is seen.
export function grouped(tokens: string[]): { token: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return [...counts].map(([token, count]) => ({ token, count })).sort((a, b) => b.count - a.count);
}

function tray(tokens: string[], seat: Seat | null, picked: string | null, label: string, moving: boolean): Pile {
  const groups = grouped(tokens);
  const most = groups[0]?.count ?? 0;
  const shows = (token: string, count: number) => (picked ? token === picked : count === most);
  const lie = moving
    ? tokens.map((token) => ({ token, count: 0 }))
    : groups.flatMap((group) => repeat(group.count, group));
  const pieces = lie.map(({ token, count }): Piece => {
    const number = /^\d+$/.test(token);
    return {
      kind: 'die',
      token,
      color: seat ?? 'cream',
      seat,
      text: token,
      symbol: number ? '' : token,
      lifted: !moving && shows(token, count),
    };
  });
  return {
    label,
    seat,
    pieces,
    figure: moving ? '' : String(picked ? (groups.find((group) => group.token === picked)?.count ?? 0) : most),
  };
}

const beaten = (pile: Pile): Pile => ({
  ...pile,
  pieces: pile.pieces.map((piece) => ({ ...piece, lifted: false, dim: true })),
});

function lay(thrown: Throw<SportsDiceFootball>, state: SportsDiceFootball | null, sheet: Sheet): Pile[] {
  if (thrown.event === 'toss') return coin(thrown);
  const { offense } = thrown.before;
  const half = Number(sheet.dice.offense.count);
  const kicked = thrown.event !== 'roll';
  const plays = state?.plays ?? null;
  const mine = tray(thrown.tokens.slice(0, half), offense, plays?.offense ?? null, t('seat.offense'), thrown.moving);
  const theirs = tray(
    thrown.tokens.slice(half),
    offense && other(offense),
    plays?.defense ?? null,
    t('seat.defense'),
    thrown.moving,
  );
  if (!kicked) {
    // The better row stays lifted, the other dims; level ones wait for what decides them.
    const winner = winnerOf(thrown);
    return [mine, theirs].map((pile) => (winner && pile.seat !== winner ? beaten(pile) : pile));
  }
  const yards = thrown.tokens.slice(0, half).reduce((sum, token) => sum + (Number(token) || 0), 0);
  const pieces = mine.pieces.map((piece) => ({ ...piece, lifted: !thrown.moving && /^\d+$/.test(piece.token) }));
  return [
    { ...mine, pieces, figure: thrown.moving ? '' : String(yards) },
    { ...beaten(theirs), figure: '' },
  ];
}

export const box: Box<'sports-dice-football'> = {
  board: Board,
  look: {
    sign: Sign,
    place: 'translate(294 184) scale(.9)',
    print: 'M20 118H380M20 168H380M20 218H380M120 68V268M220 68V268M320 68V268',
    frame: 'M172 190a128 128 0 1 0 256 0a128 128 0 1 0-256 0Z',
    ring: { radius: 152, color: '#e0a420', mark: 'M288 38v24h24V38' },
  },
  verb: (event) => (event === 'toss' ? 'do.toss' : event === 'roll' ? 'do.roll' : 'do.kick'),
  lay,
  facts: (state, _words, names, options) => [
    ...(state.offense
      ? [
          {
            text: downAndDistance(state.down, state.ball, state.line),
            field: 'down',
            strong: true,
          },
          { text: spot(state.offense, state.ball, names), field: 'ball' },
        ]
      : []),
    {
      text: t('score.target', { n: String(options.target) }),
      field: 'score',
    },
  ],
};

// On the shelf of the lobby.
export const moment: Moment = {
  state: {
    score: { home: 14, away: 10 },
    offense: 'home',
    ball: 65,
    down: 3,
    line: 100,
    chip: 'away',
    dice: [],
    plays: null,
  },
  turn: null,
  tray: [],
  trail: { offense: 'home', spots: [25, 35, 55, 65] },
};
