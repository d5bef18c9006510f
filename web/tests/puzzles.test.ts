// The run of days: it goes on from day to day, ends with a wrong answer or a missed day, and counts a day once.
import { describe, expect, test } from 'vitest';
import { dayBefore, runOn, withDay } from '../src/store/puzzles';

describe('days in a row', () => {
  test('the day before is found over the ends of months and years', () => {
    expect(dayBefore('2026-03-01')).toBe('2026-02-28');
    expect(dayBefore('2027-01-01')).toBe('2026-12-31');
  });

  test('a run goes on from one day to the next', () => {
    const first = withDay(null, '2026-11-16', 'go', true);
    const second = withDay(first, '2026-11-17', 'punt', true);
    expect(first.run).toBe(1);
    expect(second).toEqual({ date: '2026-11-17', answer: 'punt', right: true, run: 2, longest: 2 });
  });

  test('a wrong answer ends it, and the longest one stays known', () => {
    const two = withDay(withDay(null, '2026-11-16', 'go', true), '2026-11-17', 'go', true);
    const wrong = withDay(two, '2026-11-18', 'punt', false);
    expect(wrong.run).toBe(0);
    expect(wrong.longest).toBe(2);
    expect(withDay(wrong, '2026-11-19', 'go', true).run).toBe(1);
  });

  test('a day counts once, whatever is answered later', () => {
    const first = withDay(null, '2026-11-17', 'go', true);
    expect(withDay(first, '2026-11-17', 'punt', false)).toBe(first);
  });

  test('a missed day ends it', () => {
    const first = withDay(null, '2026-11-15', 'go', true);
    expect(runOn(first, '2026-11-16')).toBe(1);
    expect(runOn(first, '2026-11-17')).toBe(0);
    expect(withDay(first, '2026-11-17', 'go', true).run).toBe(1);
  });
});
