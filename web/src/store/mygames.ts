// The finished games of this browser: how they ended, how the chance went, and what comes of them by game.
import type { Review, Role, Seat, TableInfo } from '../net/types';

export interface Played {
  id: string;
  game: string;
  // When it was seen to be over.
  at: number;
  seat: Seat | 'both';
  // One person played both sides.
  alone?: true;
  // Who sat there: the id of a computer's player or the name of a person, if given.
  bots: Partial<Record<Seat, string>>;
  names: Partial<Record<Seat, string>>;
  winner: Seat | 'draw';
  score: Record<Seat, number> | null;
  // Home's chance through the game in whole percents, and the part kept of all that one's choices could have lost.
  chart?: number[];
  accuracy?: number | null;
}

const KEY = 'touchline.games';
const KEPT = 200;
// So many points of the chart are enough for a small one.
const POINTS = 48;

export function played(): Played[] {
  try {
    const list = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function write(games: Played[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.toSorted((a, b) => b.at - a.at).slice(0, KEPT)));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

export function remember(table: TableInfo, role: Role, now = Date.now()) {
  if (!table.over || role === 'spectator' || played().some((game) => game.id === table.id)) return;
  const each = <T>(of: (seat: Seat) => T | null | undefined): Partial<Record<Seat, T>> =>
    Object.fromEntries((['home', 'away'] as const).flatMap((seat) => (of(seat) ? [[seat, of(seat)]] : [])));
  const { id, game, over, score, seats, alone } = table;
  const bots = each((seat) => seats[seat].bot);
  const names = each((seat) => (seats[seat].who === 'person' ? seats[seat].name : null));
  const how = alone ? { alone } : {};
  write([...played(), { id, game, at: now, seat: role, ...how, bots, names, winner: over.winner, score }]);
}

export function forget(id: string) {
  write(played().filter((game) => game.id !== id));
}

// What the review knows of a game that is in the list.
export function reviewed(id: string, review: Review) {
  const games = played();
  const game = games.find((one) => one.id === id);
  if (!game || game.chart) return;
  const chart = thinned(review.chart.map((point) => Math.round(point.home * 100)));
  const accuracy = game.seat === 'both' ? null : (review.players?.[game.seat]?.accuracy ?? null);
  write(games.map((one) => (one.id === id ? { ...one, chart, accuracy } : one)));
}

// At most POINTS of the values, the first and the last among them.
export function thinned(values: number[]): number[] {
  if (values.length <= POINTS) return values;
  return Array.from({ length: POINTS }, (_, i) => values[Math.round((i * (values.length - 1)) / (POINTS - 1))]!);
}

export type Outcome = 'won' | 'lost' | 'drawn';

// Null where one person held both seats.
export const outcome = ({ seat, winner }: Played): Outcome | null =>
  seat === 'both' ? null : winner === 'draw' ? 'drawn' : winner === seat ? 'won' : 'lost';

export interface Sum {
  game: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
  // Wins in a row up to the last game, or losses as a negative number.
  streak: number;
  best: number;
  accuracy: number | null;
}

// By game, the most played first; games of one person against themselves count as played alone.
export function sums(games: Played[]): Sum[] {
  const by = new Map<string, Played[]>();
  for (const game of games.toSorted((a, b) => a.at - b.at)) by.set(game.game, [...(by.get(game.game) ?? []), game]);
  return [...by].map(([game, list]) => sum(game, list)).toSorted((a, b) => b.played - a.played);
}

function sum(game: string, list: Played[]): Sum {
  const ends = list.map(outcome).filter((end) => end !== null);
  const count = (end: Outcome) => ends.filter((one) => one === end).length;
  let run = 0;
  let best = 0;
  for (const end of ends) {
    const step = end === 'won' ? 1 : end === 'lost' ? -1 : 0;
    run = step === 0 ? 0 : Math.sign(run) === step ? run + step : step;
    best = Math.max(best, run);
  }
  const kept = list.map((one) => one.accuracy).filter((one) => one !== null && one !== undefined);
  const accuracy = kept.length ? kept.reduce((all, one) => all + one, 0) / kept.length : null;
  return {
    game,
    played: list.length,
    won: count('won'),
    drawn: count('drawn'),
    lost: count('lost'),
    streak: run,
    best,
    accuracy,
  };
}
