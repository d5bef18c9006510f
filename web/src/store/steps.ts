// A game as steps: what lay in the tray and which way the ball had gone at any of them.
import type { What } from '../net/states';
import type { Happening, Seat, State, Step } from '../net/types';
import type { Throw, Trail } from './table.svelte';

const LONGEST_TRAY = 8;

export const tells = (happened: Happening[] | undefined, ...what: What[]): boolean =>
  happened?.some((each) => what.includes(each.what)) ?? false;

export const driveOf = (happened: Happening[] = []): Seat | null =>
  happened.findLast((each) => each.what === 'possession')?.seat ?? null;

// Whose dice or card are the better ones; nobody's while that is open.
export const winnerOf = ({ happened, moving }: Pick<Throw, 'happened' | 'moving'>): Seat | null =>
  (!moving && happened?.find((each) => each.what === 'beat')?.seat) || null;

// What happens without a throw belongs to the last one.
export const heard = (tray: Throw[], happened: Happening[] = []): Throw[] =>
  tray.map((one, i) => (i === tray.length - 1 ? { ...one, happened: [...(one.happened ?? []), ...happened] } : one));

// Whether a roll is the first of its play: what lies in the tray from before it is taken off.
export const begins = (happened: Happening[] | undefined, before: Happening[] | undefined): boolean =>
  tells(happened, 'play', 'toss', 'weather') || tells(before, 'drive-end');

// The way of the ball since its side got it, where the game tells of spots.
export function follow(trail: Trail, happened: Happening[] = []): Trail {
  for (const { what, seat, spot } of happened) {
    if (what === 'possession') trail = { offense: seat ?? null, spots: spot === undefined ? [] : [spot] };
    else if (spot !== undefined && seat === trail.offense && spot !== trail.spots.at(-1))
      trail = { ...trail, spots: [...trail.spots, spot] };
  }
  return trail;
}

// Where the ball lies, for those who come in the middle of a drive.
export const standing = (state: State): Trail =>
  typeof state.ball === 'number' && state.offense
    ? { offense: state.offense, spots: [state.ball] }
    : { offense: null, spots: [] };

// Cards that this step turned over: the offence's play and the card that the other side laid against it.
export function turnedOver(happened: Happening[] = []): Partial<Record<Seat, string>> | null {
  const play = happened.find((each) => each.what === 'play');
  const card = happened.find((each) => each.what === 'card');
  return play?.seat && card?.seat ? { [play.seat]: play.how, [card.seat]: card.how } : null;
}

export function trayAt(steps: Step[], n: number): Throw[] {
  const throws: Throw[] = [];
  let since: Happening[] = [];
  for (let i = n; i > 0 && throws.length < LONGEST_TRAY; i--) {
    const { fell, happened } = steps[i] ?? {};
    const before = steps[i - 1]!;
    since = [...(happened ?? []), ...since];
    if (fell?.tokens) {
      const seat = before.turn.kind === 'chance' ? before.turn.seat : null;
      const { event, tokens } = fell;
      throws.unshift({ key: i, event, tokens, moving: false, seat, before: before.state, happened: since });
      since = [];
    }
    if (throws.length && begins(happened, before.happened)) break;
  }
  return throws;
}

export const trailAt = (steps: Step[], n: number): Trail =>
  steps.slice(1, n + 1).reduce((trail, step) => follow(trail, step.happened), standing(steps[0]?.state ?? {}));

export function turnedAt(steps: Step[], n: number): Partial<Record<Seat, string>> | null {
  for (let i = n; i > 0; i--) {
    const up = turnedOver(steps[i]!.happened);
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
