// One telling moment of each game, for the pictures on the lobby's shelf.
import type { State, Turn } from '../net/types';
import type { Throw, Trail } from '../store/table.svelte';

interface Moment {
  state: State;
  turn: Turn | null;
  tray: Throw[];
  trail: Trail;
}

const thrown = (key: number, event: string, tokens: string[], before: State = {}): Throw => ({
  key,
  event,
  tokens,
  before,
  moving: false,
  seat: null,
});
const still: Trail = { offense: null, spots: [] };

export const SHELF: Record<string, Moment> = {
  'sports-dice-football': {
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
  },
  'pocket-gridiron': {
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
  },
  'pocket-rugby': {
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
    tray: [thrown(1, 'scrum-half', ['C']), thrown(2, 'centre', ['PASS']), thrown(3, 'wing', ['INTO THE CORNER'])],
    trail: still,
  },
  'red-boar-gridiron': {
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
  },
  'gridiron-glory': {
    state: { score: { home: 7, away: 3 }, offense: 'home', quarter: 2, space: 3, try: 2, pile: 17, dice: [] },
    turn: null,
    tray: [thrown(1, 'flip', ['KH', '9S'])],
    trail: still,
  },
};
