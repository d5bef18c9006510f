// Figures of no game in particular, for tests.
import type { GameFigures } from '../src/net/types';

const some = { mean: 20, deviation: 8 };

export const figuresOf = (own: Partial<GameFigures>): GameFigures => ({
  exact: true,
  bound: 1e-9,
  draw: 0,
  first_edge: -0.04,
  points: { home: some, away: some, first: some, second: some },
  margin: some,
  length: { rolls: some, decisions: some },
  drives: {},
  decisions: { asked: 20, matter: 10, worth: 0.02 },
  skill: {},
  luck: { deviation: 0.4, by_event: {} },
  ...own,
});
