import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { along, arrow, ended, endOf, short, stretches } from '../src/art/duel';
import { hatch } from '../src/art/hatch';
import { linesOf } from '../src/art/lettering';
import { cardOf, matchups, modifiersOf, tableOf } from '../src/art/playcards';
import { standing } from '../src/art/line';
import type { Happening } from '../src/net/types';
import { fallen } from '../src/tables/kinds';
import { fieldX } from '../src/tables/spots';
import { LAYOUT as GRIDIRON } from '../src/tables/pocket-gridiron';
import { LAYOUT as RUGBY, plainly } from '../src/tables/pocket-rugby';

const scale = { zero: 100, step: 10, most: 12 };

describe('a duel', () => {
  it('lays one roll after the other on the scale of the arrow', () => {
    expect(stretches(scale, [3, 4])).toEqual([
      { from: 100, to: 130, roll: 3 },
      { from: 130, to: 170, roll: 4 },
    ]);
    expect(along(scale, 7)).toBe(170);
    expect(along(scale, 99)).toBe(220);
  });
  it('is short by what the bar has not covered', () => {
    expect(short(7, [])).toBe(7);
    expect(short(7, [3])).toBe(4);
    expect(short(7, [3, 4])).toBe(0);
    expect(short(7, [5, 5])).toBe(0);
  });
  it('ends as it came out, whatever the dice show', () => {
    const bars = (rolls: number[]) => stretches(scale, rolls);
    // A big hit holds though its figure falls short; cards may make dice count for less than they show.
    expect(ended(scale, bars([1, 5]), 8, 'held').at(-1)!.to).toBe(along(scale, 8));
    expect(ended(scale, bars([3, 4]), 6, 'broken').at(-1)!.to).toBeLessThan(along(scale, 6));
    expect(ended(scale, bars([3, 4]), 6, 'held')).toEqual(bars([3, 4]));
    expect(ended(scale, bars([3, 4]), 6, null)).toEqual(bars([3, 4]));
  });
  it('is held or broken as the rules tell, until something else falls', () => {
    const fell = (event: string, happened: Happening[] = [], moving = false) => ({
      ...fallen(1, event, ['1'], { happened }),
      moving,
    });
    const stop = fell('tackle', [{ what: 'stop', seat: 'away' }]);
    expect(endOf([fell('wing'), stop], 'tackle', false)).toEqual({ stands: stop, result: 'held' });
    expect(endOf([fell('tackle')], 'tackle', false).result).toBeNull();
    expect(endOf([{ ...stop, moving: true }], 'tackle', false)).toEqual({ result: null });
    expect(endOf([stop, fell('ruck')], 'tackle', false).result).toBeNull();
    expect(endOf([fell('tackle'), fell('try')], 'tackle', true).result).toBe('broken');
    expect(endOf([], 'tackle', false).result).toBeNull();
  });
  it('draws its arrow from the runner to its head, either way', () => {
    for (const [from, head] of [
      [100, 300],
      [300, 100],
    ] as const) {
      const xs = arrow(from, head, 50, 20)
        .match(/[MHL](\d+(\.\d+)?)/g)!
        .map((each) => Number(each.slice(1)));
      expect(Math.min(...xs)).toBe(Math.min(from, head));
      expect(Math.max(...xs)).toBe(Math.max(from, head));
    }
  });
});

describe('the line of a rugby attack', () => {
  for (const format of ['wide', 'near'] as const) {
    const { men, scale: run, goal } = RUGBY[format];
    it(`stands deep: the scrum half in front, all behind the line of advantage (${format})`, () => {
      for (const [name, man] of Object.entries(men)) {
        expect(man.x).toBeLessThan(run.zero);
        if (name !== 'scrum-half') expect(man.x).toBeLessThan(men['scrum-half']!.x);
      }
      expect(along(run, run.most)).toBeLessThan(goal);
    });
    it(`takes every pass further back than it was thrown from, however often it goes round (${format})`, () => {
      const names = Object.keys(men).filter((name) => name !== 'scrum-half');
      for (let seed = 0; seed < 200; seed++) {
        const chain = ['scrum-half'];
        for (let i = 0; i < 7; i++) {
          const next = names[(seed * 7 + i * 5 + Math.floor(seed / 3)) % names.length]!;
          if (next !== chain.at(-1)) chain.push(next);
        }
        let before = Infinity;
        for (let i = 1; i <= chain.length; i++) {
          const { x } = standing(men, chain.slice(0, i))[chain[i - 1]!]!;
          expect(x).toBeLessThan(before);
          expect(x).toBeGreaterThan(0);
          before = x;
        }
      }
    });
  }
  it('calls a run by its name without the figure, in both languages', () => {
    expect(plainly('Hit-up, 4')).toBe('Hit-up');
    expect(plainly('Charge à 4')).toBe('Charge');
    expect(plainly('Into the corner')).toBe('Into the corner');
  });
});

describe('the red zone', () => {
  it('has its whole scale before the goal line, and a lane for each position', () => {
    for (const { scale: run, goal, men, man, top, bottom } of Object.values(GRIDIRON)) {
      expect(along(run, run.most)).toBeLessThan(goal);
      const lanes = Object.values(men).sort((a, b) => a.y - b.y);
      lanes.slice(1).forEach((lane, i) => expect(lane.y - lanes[i]!.y).toBeGreaterThanOrEqual(man * 2));
      for (const place of lanes) {
        expect(place.x + man).toBeLessThan(run.zero);
        expect(place.y - man).toBeGreaterThan(top);
        expect(place.y + man).toBeLessThan(bottom);
      }
    }
  });
});

describe('boards and dice', () => {
  it('turn to the side that they face', () => {
    expect(fieldX('away', 25, 'away')).toBe(25);
    expect(fieldX('home', 25, 'away')).toBe(75);
    expect(fieldX(null, 25, 'away')).toBe(25);
  });
  it('hatch only within their edges', () => {
    const numbers = hatch(10, 20, 30, 40, 7)
      .match(/-?\d+(\.\d+)?/g)!
      .map(Number);
    numbers.forEach((n, i) => {
      const [low, high] = i % 2 ? [20, 60] : [10, 40];
      expect(n).toBeGreaterThanOrEqual(low!);
      expect(n).toBeLessThanOrEqual(high!);
    });
  });
  it('set long faces in lines', () => {
    expect(linesOf('PASS', 3)).toEqual(['PASS']);
    expect(linesOf('INTO THE CORNER', 2)).toEqual(['INTO THE', 'CORNER']);
    expect(linesOf('ILLEGAL BLOCK OFF', 3)).toEqual(['ILLEGAL', 'BLOCK', 'OFF']);
    expect(linesOf('FUMBLE', 3)).toEqual(['FUMBLE']);
  });
});

describe('play cards', () => {
  const sheet = parse(readFileSync(new URL('../../data/sheets/red-boar-gridiron.toml', import.meta.url), 'utf8'));
  it('have their letters told apart', () => {
    expect(modifiersOf('1=#(-10),2-3=I')).toEqual([
      { rolls: '1', from: 1, to: 1, letter: '#', yards: -10 },
      { rolls: '2-3', from: 2, to: 3, letter: 'I', yards: null },
    ]);
    expect(modifiersOf(undefined)).toEqual([]);
  });
  it('know runs from passes, and a defence by what it stops', () => {
    expect(cardOf(sheet, 'DIVE')).toEqual({ id: 'DIVE', side: 'offense', pass: false, yards: 5 });
    expect(cardOf(sheet, 'LONG')).toMatchObject({ side: 'offense', pass: true });
    expect(cardOf(sheet, 'SHORT-RUN')).toMatchObject({ side: 'defense', pass: false });
    expect(cardOf(sheet, 'SHORT-PASS')).toMatchObject({ side: 'defense', pass: true });
    expect(cardOf(sheet, 'punt')).toBe(null);
  });
  it('say what they are good and bad against as the cells are printed', () => {
    expect(matchups(sheet, 'REV')).toMatchObject({ weak: 'BLITZ' });
    expect(matchups(sheet, 'DRAW')).toMatchObject({ strong: 'BLITZ', weak: 'NORMAL-RUN' });
    expect(matchups(sheet, 'BLITZ')).toMatchObject({ strong: 'REV' });
    expect(matchups(sheet, 'LONG-PASS')).toMatchObject({ strong: 'LONG' });
  });
  it('unfold to a line for each card of the other side', () => {
    expect(tableOf(sheet, 'BLITZ').map((row) => row.id)).toEqual(['REV', 'DRAW', 'DIVE', 'SCREEN', 'MED', 'LONG']);
    expect(tableOf(sheet, 'REV').find((row) => row.id === 'BLITZ')).toMatchObject({ base: -10 });
    expect(tableOf(sheet, 'REV')).toHaveLength(6);
  });
});
