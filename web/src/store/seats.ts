// The seats this browser holds: table id to token. The token is the seat; it never leaves for anywhere but the server.
import type { Invite, Seat } from '../net/types';

export interface Held {
  token: string;
  seat: Seat | 'both';
  game: string;
  invite?: string | null;
  // Where a side has several people: one for each who is to come.
  invites?: Invite[];
  at: number;
  over?: boolean;
  // Put away: not shown among the unfinished games until it is played on.
  aside?: boolean;
}

const KEY = 'touchline.seats';
const KEPT = 40;

export function held(): Record<string, Held> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

function write(seats: Record<string, Held>) {
  const newest = Object.entries(seats).sort((a, b) => b[1].at - a[1].at);
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest.slice(0, KEPT))));
}

export function hold(id: string, seat: Omit<Held, 'at'>) {
  write({ ...held(), [id]: { ...seat, at: Date.now() } });
}

export function mark(id: string, change: Partial<Held>) {
  const seats = held();
  const seat = seats[id];
  if (seat) write({ ...seats, [id]: { ...seat, ...change } });
}

export function drop(id: string) {
  const { [id]: gone, ...rest } = held();
  if (gone) write(rest);
}
