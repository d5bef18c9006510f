// A game as steps: what lay in the tray and which way the ball had gone at any of them.
import type { Seat, State, Step } from '../net/types';
import type { Throw, Trail } from './table.svelte';

const LONGEST_TRAY = 8;

// The way of the ball since its side got it; any game whose state has a ball and an offence.
export function follow(trail: Trail, before: State | null, now: State): Trail {
  if (typeof now.ball !== 'number' || !now.offense) return { offense: null, spots: [] };
  const scored = before?.score && (before.score.home !== now.score?.home || before.score.away !== now.score?.away);
  if (trail.offense !== now.offense || scored || before?.phase !== now.phase)
    return { offense: now.offense, spots: [now.ball] };
  if (trail.spots.at(-1) === now.ball) return trail;
  return { offense: now.offense, spots: [...trail.spots, now.ball] };
}

// Cards that this step turned over: what a seat has played now and had not before. Any game whose state counts played cards.
export function turnedOver(before: State | null, now: State): Partial<Record<Seat, string>> | null {
  const up: Partial<Record<Seat, string>> = {};
  for (const seat of ['home', 'away'] as const) {
    const had = before?.played?.[seat] ?? {};
    const card = Object.entries<number>(now.played?.[seat] ?? {}).find(([id, count]) => count > (had[id] ?? 0));
    if (card) up[seat] = card[0];
  }
  return up.home || up.away ? up : null;
}

export function trayAt(steps: Step[], n: number, opens: (event: string) => boolean): Throw[] {
  const throws: Throw[] = [];
  for (let i = n; i > 0 && throws.length < LONGEST_TRAY; i--) {
    const { fell } = steps[i] ?? {};
    if (!fell?.tokens) continue;
    const before = steps[i - 1]!;
    const seat = before.turn.kind === 'chance' ? before.turn.seat : null;
    throws.unshift({ key: i, event: fell.event, tokens: fell.tokens, moving: false, seat, before: before.state });
    if (opens(fell.event)) break;
  }
  return throws;
}

export function trailAt(steps: Step[], n: number): Trail {
  let trail: Trail = { offense: null, spots: [] };
  let before: State | null = null;
  for (const step of steps.slice(0, n + 1)) {
    trail = follow(trail, before, step.state);
    before = step.state;
  }
  return trail;
}

export function turnedAt(steps: Step[], n: number): Partial<Record<Seat, string>> | null {
  for (let i = n; i > 0; i--) {
    const up = turnedOver(steps[i - 1]!.state, steps[i]!.state);
    if (up) return up;
    if (steps[i]!.turn.kind === 'secret') return null;
  }
  return null;
}

// A path for the chart: `value` 0 to 1 upwards, steps to the right, drawn as stairs because odds jump.
export function stairs(values: number[], width: number, height: number): string {
  if (!values.length) return '';
  const x = (i: number) => ((i / Math.max(1, values.length - 1)) * width).toFixed(1);
  const y = (value: number) => ((1 - value) * height).toFixed(1);
  return values.reduce((path, value, i) => path + (i === 0 ? `M0 ${y(value)}` : `H${x(i)}V${y(value)}`), '');
}
