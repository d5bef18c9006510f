import { describe, expect, it } from 'vitest';
import type { TableSeat } from '../src/net/types';
import { seating } from '../src/store/open';
import { handName, mayAct, namesIn, row, speaks } from '../src/store/sides';

const side = (hand: number, ...present: boolean[]): TableSeat => ({
  who: 'person',
  name: 'Ann, Bo, Cy',
  present: present.some(Boolean),
  away_since: null,
  open: false,
  members: ['Ann', 'Bo', 'Cy'].map((name, i) => ({ name, badge: null, present: present[i] ?? true, open: false })),
  hand,
});

describe('the people of a side', () => {
  it('are named in a row', () => {
    expect(namesIn(' Ann,Bo , ,Cy ')).toEqual(['Ann', 'Bo', 'Cy']);
    expect(namesIn('')).toEqual([]);
  });

  it('come one after the other, from the one whose hand it is', () => {
    expect(row(side(1))).toEqual([1, 2, 0]);
    expect(handName(side(2), 'the side')).toBe('Cy');
    expect(handName({ ...side(0), members: undefined }, 'the side')).toBe('the side');
  });

  it('act while it is their hand, and for one who is away', () => {
    expect([mayAct(side(0), [0]), mayAct(side(0), [1])]).toEqual([true, false]);
    expect(mayAct(side(0, false, true, true), [2])).toBe(true);
    expect(mayAct({ ...side(0), members: undefined }, [])).toBe(true);
  });

  it('have one browser that takes part in the dice', () => {
    expect([0, 1, 2].map((n) => speaks(side(1), [n]))).toEqual([false, true, false]);
    expect([0, 1, 2].map((n) => speaks(side(1, true, false, true), [n]))).toEqual([false, false, true]);
    expect([0, 1, 2].map((n) => speaks(side(1, false, false, false), [n]))).toEqual([false, false, false]);
    expect(speaks(side(1), [0, 1, 2])).toBe(true);
  });

  it('are wished for by link with friends, at one screen as oneself', () => {
    const people = { home: ['Ann', 'Bo'], away: ['Cy', 'Di'] };
    expect(seating('friend', '', 'home', people).seats).toEqual({
      home: { who: 'me', name: 'Ann', with: [{ who: 'friend', name: 'Bo' }] },
      away: { who: 'friend', name: 'Cy', with: [{ who: 'friend', name: 'Di' }] },
    });
    expect(seating('screen', '', 'home', people).seats).toEqual({
      home: { who: 'me', name: 'Ann', with: [{ who: 'me', name: 'Bo' }] },
      away: { who: 'me', name: 'Cy', with: [{ who: 'me', name: 'Di' }] },
    });
    expect(seating('computer', 'rookie', 'away', people).seats).toEqual({
      home: { who: 'computer', bot: 'rookie' },
      away: { who: 'me', name: 'Cy', with: [{ who: 'me', name: 'Di' }] },
    });
    expect(seating('alone', '', 'home', people)).toEqual({
      seats: { home: { who: 'me' }, away: { who: 'me' } },
      alone: true,
    });
  });
});
