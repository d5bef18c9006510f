// A run against the dice that come at it, as lengths on one scale. Counts what the state and the sheet say; decides nothing.
import { tells } from '../store/steps';
import type { Throw } from '../store/table.svelte';

export type Result = 'held' | 'broken';

// How the last duel came out, and the roll that it ended with: shown until something else falls, and where the line is
// broken for as long as that is gone on with.
export function endOf<S>(
  tray: Throw<S>[],
  roll: string,
  broken: boolean,
): { stands?: Throw<S>; result: Result | null } {
  const stands = tray.findLast((one) => one.event === roll && !one.moving);
  const held = stands === tray.at(-1) && tells(stands?.happened, 'stop');
  return { stands, result: broken ? 'broken' : held ? 'held' : null };
}

export interface Scale {
  // Where the scale begins and how long one point of it is.
  zero: number;
  step: number;
  most: number;
}

export interface Stretch {
  from: number;
  to: number;
  roll: number;
}

export const along = (scale: Scale, n: number): number =>
  scale.zero + Math.max(0, Math.min(n, scale.most)) * scale.step;

// One roll after the other, each begun where the last one ended.
export function stretches(scale: Scale, rolls: number[]): Stretch[] {
  let sum = 0;
  return rolls.map((roll) => {
    const from = along(scale, sum);
    sum += roll;
    return { from, to: along(scale, sum), roll };
  });
}

// The bar as it ended: dice may count for less or for more than they show, and the bar tells what came of it.
export function ended(scale: Scale, bars: Stretch[], value: number, result: Result | null): Stretch[] {
  const head = along(scale, value);
  const last = bars.at(-1);
  if (!last || !result) return bars;
  if (result === 'held' && last.to < head) return [...bars.slice(0, -1), { ...last, to: head }];
  if (result === 'broken' && last.to >= head)
    return bars.map((bar) => ({
      ...bar,
      from: Math.min(bar.from, head - scale.step),
      to: Math.min(bar.to, head - scale.step / 2),
    }));
  return bars;
}

// What the bar has still to cover; nothing once it has reached the head of the arrow.
export const short = (value: number, rolls: number[]): number =>
  Math.max(0, value - rolls.reduce((all, roll) => all + roll, 0));

// A block arrow from `x` to `head` around `y`, pointing whichever way that is.
export function arrow(x: number, head: number, y: number, thick: number): string {
  const way = Math.sign(head - x) || 1;
  const half = thick / 2;
  const neck = head - way * Math.min(Math.abs(head - x), thick * 0.8);
  return `M${x} ${y - half}H${neck}V${y - thick * 0.9}L${head} ${y}L${neck} ${y + thick * 0.9}V${y + half}H${x}Z`;
}
