import { describe, expect, it } from 'vitest';
import type { Step } from '../src/net/types';
import { follow, stairs, trailAt, trayAt, turnedAt, turnedOver } from '../src/store/steps';

const chance = (event: string) => ({ kind: 'chance' as const, event, seat: 'home' as const, count: 1 });
const step = (n: number, event: string, state: object, fell?: string): Step => ({
  n,
  turn: chance(event),
  state: { score: { home: 0, away: 0 }, ...state },
  said: [],
  ...(fell ? { fell: { event: fell, tokens: ['x'] } } : {}),
});

describe('the tray at a step', () => {
  const steps = [
    step(0, 'qb', {}),
    step(1, 'wr', {}, 'qb'),
    step(2, 'defense', {}, 'wr'),
    step(3, 'qb', {}, 'defense'),
    step(4, 'te', {}, 'qb'),
  ];
  const opens = (event: string) => event === 'qb';
  it('goes back to what opened the play', () => {
    expect(trayAt(steps, 3, opens).map((one) => one.event)).toEqual(['qb', 'wr', 'defense']);
    expect(trayAt(steps, 4, opens).map((one) => one.event)).toEqual(['qb']);
    expect(trayAt(steps, 0, opens)).toEqual([]);
  });
  it('remembers the position before each throw and who threw', () => {
    expect(trayAt(steps, 4, opens)[0]).toMatchObject({ key: 4, seat: 'home', before: steps[3]!.state, moving: false });
  });
});

describe('the way of the ball', () => {
  it('grows while the same side has it', () => {
    let trail = follow({ offense: null, spots: [] }, null, { offense: 'home', ball: 25, score: { home: 0, away: 0 } });
    trail = follow(trail, { score: { home: 0, away: 0 } }, { offense: 'home', ball: 35, score: { home: 0, away: 0 } });
    expect(trail).toEqual({ offense: 'home', spots: [25, 35] });
  });
  it('begins anew with the other side, after a score, and without a ball', () => {
    const trail = { offense: 'home' as const, spots: [25, 35] };
    const level = { score: { home: 0, away: 0 } };
    expect(follow(trail, level, { offense: 'away', ball: 40, score: { home: 0, away: 0 } }).spots).toEqual([40]);
    expect(follow(trail, level, { offense: 'home', ball: 25, score: { home: 0, away: 7 } }).spots).toEqual([25]);
    expect(follow(trail, level, { offense: 'home' })).toEqual({ offense: null, spots: [] });
  });
  it('is told from the steps of a record', () => {
    const steps = [
      step(0, 'roll', { offense: 'home', ball: 25 }),
      step(1, 'roll', { offense: 'home', ball: 45 }),
      step(2, 'roll', { offense: 'away', ball: 55 }),
    ];
    expect(trailAt(steps, 1).spots).toEqual([25, 45]);
    expect(trailAt(steps, 2)).toEqual({ offense: 'away', spots: [55] });
  });
});

describe('cards turned over', () => {
  const before = { played: { home: { DIVE: 1 }, away: {} } };
  const after = { played: { home: { DIVE: 1, LONG: 1 }, away: { BLITZ: 1 } } };
  it('are those a seat has played now and had not before', () => {
    expect(turnedOver(before, after)).toEqual({ home: 'LONG', away: 'BLITZ' });
    expect(turnedOver(after, after)).toBeNull();
    expect(turnedOver(null, {})).toBeNull();
  });
  it('lie until the next secret choice', () => {
    const secret: Step = {
      ...step(2, 'card', after),
      turn: { kind: 'secret', event: 'card', seats: ['home', 'away'] },
    };
    const steps = [step(0, 'flags', before), step(1, 'modifier', after), secret];
    expect(turnedAt(steps, 1)).toEqual({ home: 'LONG', away: 'BLITZ' });
    expect(turnedAt(steps, 2)).toBeNull();
  });
});

describe('the chart', () => {
  it('is drawn as stairs from left to right', () => {
    expect(stairs([0.5, 1, 0], 100, 10)).toBe('M0 5.0H50.0V0.0H100.0V10.0');
    expect(stairs([], 100, 10)).toBe('');
    expect(stairs([1], 100, 10)).toBe('M0 0.0');
  });
});
