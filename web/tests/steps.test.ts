import { describe, expect, it } from 'vitest';
import type { Happening, Seat, Step } from '../src/net/types';
import { follow, heard, stairs, trailAt, trayAt, turnedAt, turnedOver, winnerOf } from '../src/store/steps';

const chance = (event: string) => ({ kind: 'chance' as const, event, seat: 'home' as const, count: 1 });
const step = (n: number, event: string, state: object, fell?: string, ...happened: Happening[]): Step => ({
  n,
  turn: chance(event),
  state: { score: { home: 0, away: 0 }, ...state },
  said: [],
  happened,
  ...(fell ? { fell: { event: fell, tokens: ['x'] } } : {}),
});
const play: Happening = { what: 'play', seat: 'home' };

describe('the tray at a step', () => {
  const steps = [
    step(0, 'qb', {}),
    step(1, 'wr', {}, 'qb', play),
    step(2, 'defense', {}, 'wr'),
    step(3, 'qb', {}, 'defense', { what: 'stop', seat: 'away' }),
    step(4, 'te', {}, 'qb', play),
    step(5, 'kick', {}, 'te', { what: 'drive-end', seat: 'home' }),
    step(6, 'qb', {}, 'kick', { what: 'kick', seat: 'home' }),
  ];
  const events = (n: number) => trayAt(steps, n).map((one) => one.event);
  it('goes back to the roll with which the play began', () => {
    expect(events(3)).toEqual(['qb', 'wr', 'defense']);
    expect(events(4)).toEqual(['qb']);
    expect(events(0)).toEqual([]);
  });
  it('begins anew after the end of a drive', () => {
    expect(events(5)).toEqual(['qb', 'te']);
    expect(events(6)).toEqual(['kick']);
  });
  it('goes back to a call that was chosen, and shows the play before until its dice fall', () => {
    const called = [...steps.slice(0, 4), step(4, 'punt', {}, undefined, play), step(5, 'qb', {}, 'punt')];
    expect(trayAt(called, 4).map((one) => one.event)).toEqual(['qb', 'wr', 'defense']);
    expect(trayAt(called, 5).map((one) => one.event)).toEqual(['punt']);
  });
  it('has with each throw what the rules did with it, choices about it told with the last one', () => {
    const chip: Happening[] = [
      { what: 'chip', seat: 'away', how: 'used' },
      { what: 'beat', seat: 'away' },
    ];
    const level = [step(0, 'roll', {}), step(1, 'chip', {}, 'roll', play), step(2, 'roll', {}, undefined, ...chip)];
    expect(trayAt(level, 1)[0]!.happened).toEqual([play]);
    expect(trayAt(level, 2)[0]!.happened).toEqual([play, ...chip]);
    expect(heard(trayAt(level, 1), chip)).toEqual(trayAt(level, 2));
    expect(heard([], chip)).toEqual([]);
    expect(trayAt(steps, 3).map((one) => one.happened)).toEqual([[play], [], [{ what: 'stop', seat: 'away' }]]);
  });
  it('remembers the position before each throw and who threw', () => {
    expect(trayAt(steps, 4)[0]).toMatchObject({ key: 4, seat: 'home', before: steps[3]!.state, moving: false });
  });
});

describe('whose dice or card are better', () => {
  it('is what the rules say, once the throw lies', () => {
    expect(winnerOf({ happened: [play, { what: 'beat', seat: 'away' }], moving: false })).toBe('away');
    expect(winnerOf({ happened: [play, { what: 'beat', seat: 'away' }], moving: true })).toBeNull();
    expect(winnerOf({ happened: [play], moving: false })).toBeNull();
    expect(winnerOf({ moving: false })).toBeNull();
  });
});

describe('the way of the ball', () => {
  const possession = (seat: Seat, spot: number): Happening => ({ what: 'possession', seat, spot });
  const gain = (seat: Seat, spot: number): Happening => ({ what: 'gain', seat, spot });
  it('grows while the same side has it', () => {
    const trail = follow({ offense: null, spots: [] }, [possession('home', 25), gain('home', 35), gain('home', 35)]);
    expect(trail).toEqual({ offense: 'home', spots: [25, 35] });
  });
  it('begins anew with every possession, with no spot where the game tells none', () => {
    const trail = { offense: 'home' as const, spots: [25, 35] };
    expect(follow(trail, [gain('home', 100), possession('home', 25)])).toEqual({ offense: 'home', spots: [25] });
    expect(follow(trail, [{ what: 'possession', seat: 'away' }])).toEqual({ offense: 'away', spots: [] });
    expect(follow(trail, undefined)).toEqual(trail);
  });
  it('is told from the steps of a record', () => {
    const steps = [
      step(0, 'roll', { offense: 'home', ball: 25 }),
      step(1, 'roll', {}, 'roll', gain('home', 45)),
      step(2, 'roll', {}, 'roll', possession('away', 55)),
    ];
    expect(trailAt(steps, 1).spots).toEqual([25, 45]);
    expect(trailAt(steps, 2)).toEqual({ offense: 'away', spots: [55] });
  });
});

describe('cards turned over', () => {
  const both: Happening[] = [
    { what: 'play', seat: 'home', how: 'LONG' },
    { what: 'card', seat: 'away', how: 'BLITZ' },
  ];
  it('are the play and the card against it', () => {
    expect(turnedOver(both)).toEqual({ home: 'LONG', away: 'BLITZ' });
    expect(turnedOver([play])).toBeNull();
    expect(turnedOver([{ what: 'card', seat: 'away', how: 'yellow-card' }])).toBeNull();
    expect(turnedOver(undefined)).toBeNull();
  });
  it('lie until the next secret choice', () => {
    const secret: Step = {
      ...step(2, 'card', {}),
      turn: { kind: 'secret', event: 'card', seats: ['home', 'away'] },
    };
    const steps = [step(0, 'flags', {}), step(1, 'modifier', {}, 'flags', ...both), secret];
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
