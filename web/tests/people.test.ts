import { beforeEach, describe, expect, it } from 'vitest';
import type { Review, TableInfo } from '../src/net/types';
import { forget, outcome, played, remember, reviewed, sums, thinned, type Played } from '../src/store/mygames';
import { badgeParts, rivals, strength } from '../src/store/people';
import { prefs } from '../src/store/prefs.svelte';

const kept = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  },
});
beforeEach(() => kept.clear());

const over = (id: string, winner: 'home' | 'away' | 'draw' = 'home'): TableInfo =>
  ({
    id,
    game: 'sports-dice-football',
    over: { winner, reason: 'played' },
    score: { home: 21, away: 7 },
    seats: {
      home: { who: 'person', name: 'Ann' },
      away: { who: 'computer', name: 'rookie', bot: 'rookie' },
    },
  }) as unknown as TableInfo;

describe('one’s own games', () => {
  it('are remembered once, with who played and how it ended', () => {
    remember(over('a'), 'home', 5);
    remember(over('a', 'away'), 'home', 6);
    expect(played()).toEqual([
      {
        id: 'a',
        game: 'sports-dice-football',
        at: 5,
        seat: 'home',
        bots: { away: 'rookie' },
        names: { home: 'Ann' },
        winner: 'home',
        score: { home: 21, away: 7 },
      },
    ]);
  });

  it('are not those that one watched or that are not over', () => {
    remember(over('a'), 'spectator');
    remember({ ...over('b'), over: null }, 'home');
    expect(played()).toEqual([]);
  });

  it('that one person played alone are told apart, and nobody has won them', () => {
    remember({ ...over('a'), alone: true }, 'both');
    expect(played()[0]).toMatchObject({ seat: 'both', alone: true });
    expect(outcome(played()[0]!)).toBeNull();
    remember(over('b'), 'home');
    expect(sums(played())).toMatchObject([{ played: 2, won: 1, drawn: 0, lost: 0, streak: 1, best: 1 }]);
  });

  it('take chart and accuracy from the review', () => {
    remember(over('a'), 'home');
    reviewed('a', {
      chart: [
        { n: 0, home: 0.5 },
        { n: 1, home: 0.614 },
      ],
      players: { home: { accuracy: 0.9 }, away: { accuracy: null } },
    } as unknown as Review);
    expect(played()[0]).toMatchObject({ chart: [50, 61], accuracy: 0.9 });
    forget('a');
    expect(played()).toEqual([]);
  });

  it('come with the newest first, and no more than two hundred', () => {
    for (let i = 0; i < 205; i++) remember(over(`t${i}`), 'home', i);
    expect(played()).toHaveLength(200);
    expect(played()[0]!.id).toBe('t204');
  });

  it('survive a store that holds something else', () => {
    kept.set('touchline.games', '{"not":"a list"}');
    expect(played()).toEqual([]);
    kept.set('touchline.games', 'nonsense');
    expect(played()).toEqual([]);
  });

  it('keep the first and the last point of a long chart', () => {
    const long = thinned(Array.from({ length: 1000 }, (_, i) => i));
    expect([long.length, long[0], long.at(-1)]).toEqual([48, 0, 999]);
  });
});

const game = (at: number, winner: Played['winner'], more: Partial<Played> = {}): Played => ({
  id: `g${at}`,
  game: 'pocket-rugby',
  at,
  seat: 'home',
  bots: {},
  names: {},
  winner,
  score: null,
  ...more,
});

describe('sums by game', () => {
  it('count wins, draws, losses and runs in the order of play', () => {
    const list = [game(5, 'home'), game(1, 'home'), game(2, 'home'), game(3, 'away'), game(4, 'draw'), game(6, 'home')];
    expect(sums(list)).toEqual([
      { game: 'pocket-rugby', played: 6, won: 4, drawn: 1, lost: 1, streak: 2, best: 2, accuracy: null },
    ]);
    expect(sums([...list, game(7, 'away'), game(8, 'away')])[0]!.streak).toBe(-2);
  });

  it('count a game of both seats as played, and average what accuracy is known', () => {
    const both = game(1, 'home', { seat: 'both' });
    expect(outcome(both)).toBeNull();
    expect(sums([both, game(2, 'home', { accuracy: 0.8 }), game(3, 'away', { accuracy: 1 })])[0]).toMatchObject({
      played: 3,
      won: 1,
      lost: 1,
      accuracy: 0.9,
    });
  });
});

describe('people', () => {
  it('wear a badge of this page, or none', () => {
    expect(badgeParts('star-red')).toEqual({ emblem: 'star', colour: 'red' });
    for (const other of [null, undefined, '', 'star', 'star-pink', 'toString-red', 'dog-red'])
      expect(badgeParts(other)).toBeNull();
  });

  it('are told how strong the computer is, in their language', () => {
    prefs.lang = 'en';
    expect([0.08, 0.01, 0.003, 0].map(strength)).toEqual([
      'gives away 8 points in a hundred at each decision',
      'gives away 1 point in a hundred at each decision',
      'gives away 0.3 points in a hundred at each decision',
      'gives nothing away',
    ]);
    prefs.lang = 'fr';
    expect([0.03, 0.003].map(strength)).toEqual([
      'laisse 3 points sur cent à chaque décision',
      'laisse 0,3 point sur cent à chaque décision',
    ]);
    prefs.lang = 'en';
  });

  it('play those whose strength is known', () => {
    const bots = [
      { id: 'random', loss: null },
      { id: 'rookie', loss: 0.03 },
      { id: 'nobody', loss: 0.1 },
      { id: 'perfect', loss: 0 },
    ];
    expect(rivals(bots).map((bot) => bot.id)).toEqual(['rookie', 'perfect']);
  });
});
