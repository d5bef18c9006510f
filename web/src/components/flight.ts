// How dice fly: each its own way, spin, bounces and delay, and other faces until it rests. The same throw flies the same.
import type { Seat } from '../net/types';

export interface Flight {
  // When this die rests, in milliseconds from the throw.
  rests: number;
  hop: 'a' | 'b' | 'c';
  style: string;
}

// Evenly spread, from 0 to 1, the same for the same numbers.
function chance(...of: number[]): number {
  let mixed = 0x9e3779b9;
  for (const one of of) {
    mixed = Math.imul(mixed ^ (one + 0x7f4a7c15), 0x85ebca6b);
    mixed ^= mixed >>> 13;
  }
  return (Math.imul(mixed, 0xc2b2ae35) >>> 8) / 0xffffff;
}

// The way of die `i` of `count`, in a throw that lasts `ms`: from the side of who threw, over the board, onto its place.
export function flight(key: number, i: number, count: number, ms: number, seat: Seat | null): Flight {
  const delay = chance(key, i, 1) * Math.min(ms * 0.24, 40 * count);
  const time = (ms - delay) * (0.84 + 0.16 * chance(key, i, 2));
  const from = seat === 'away' ? 1 : -1;
  const x = from * (34 + 40 * chance(key, i, 3));
  const y = -(10 + 34 * chance(key, i, 4));
  const spin = from * -(380 + 520 * chance(key, i, 5));
  return {
    rests: delay + time,
    hop: (['a', 'b', 'c'] as const)[Math.floor(chance(key, i, 6) * 2.999)]!,
    style: `--x:${x.toFixed(1)}cqw;--y:${y.toFixed(1)}cqh;--spin:${spin.toFixed(0)}deg;--delay:${delay.toFixed(0)}ms;--time:${time.toFixed(0)}ms`,
  };
}

// How a die lies: never quite straight.
export const lean = (key: number, i: number): number => (chance(key, i, 7) - 0.5) * 13;

// The face that shows while a die still tumbles: never the same twice in a row.
export function tumbling(faces: string[], key: number, i: number, tick: number): string {
  const start = Math.floor(chance(key, i, 8) * faces.length);
  return faces[(start + tick * (1 + (i % 2))) % faces.length]!;
}
