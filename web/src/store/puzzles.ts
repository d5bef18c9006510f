// Puzzles of this browser: the days in a row, which ones come next, and how many were right.
export interface Days {
  // The last day that was answered, as YYYY-MM-DD, and how.
  date: string;
  answer: string;
  right: boolean;
  // Days in a row that were answered rightly, up to that one.
  run: number;
  longest: number;
}

interface Kept {
  days: Days | null;
  seed: number;
  // The next number of each game, and how the answers went.
  next: Record<string, number>;
  asked: number;
  right: number;
}

const KEY = 'touchline.puzzles';
const SEEDS = 2 ** 32;

function load(): Kept {
  const plain: Kept = { days: null, seed: Math.floor(Math.random() * SEEDS), next: {}, asked: 0, right: 0 };
  try {
    return { ...plain, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return plain;
  }
}

function write(kept: Kept): Kept {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still asks.
  }
  return kept;
}

const DAY_MS = 24 * 3600 * 1000;
export const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
export const today = (): string => new Date().toISOString().slice(0, 10);

// The run with one more day: it goes on from the day before, and a wrong answer ends it. A day counts once.
export function withDay(days: Days | null, date: string, answer: string, right: boolean): Days {
  if (days && days.date >= date) return days;
  const before = days && days.date === dayBefore(date) ? days.run : 0;
  const run = right ? before + 1 : 0;
  return { date, answer, right, run, longest: Math.max(run, days?.longest ?? 0) };
}

export const days = (): Days | null => load().days;
// The run as it stands on a day: over where a day was missed.
export const runOn = (known: Days | null, date: string): number =>
  known && (known.date === date || known.date === dayBefore(date)) ? known.run : 0;

export function answerDay(date: string, answer: string, right: boolean): Days {
  const kept = load();
  return write({ ...kept, days: withDay(kept.days, date, answer, right) }).days!;
}

// Which puzzle of a game comes next. Kept, so that the page loaded anew asks the same.
export function nextOf(game: string): { seed: number; number: number } {
  const kept = write(load());
  return { seed: kept.seed, number: kept.next[game] ?? 0 };
}

export function answered(game: string, number: number, right: boolean): { asked: number; right: number } {
  const kept = load();
  return write({
    ...kept,
    next: { ...kept.next, [game]: number + 1 },
    asked: kept.asked + 1,
    right: kept.right + (right ? 1 : 0),
  });
}
