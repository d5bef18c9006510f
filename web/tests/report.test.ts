import { describe, expect, it } from 'vitest';
import type { Happening } from '../src/net/types';
import { highlightOf } from '../src/store/highlights';
import { plays, type Entry } from '../src/store/report';

const entry = (turn_no: number, said: string[], more: Partial<Entry> = {}): Entry => ({ turn_no, said, ...more });

describe('the match report', () => {
  it('gathers the turns of a play under its first line', () => {
    const told = plays([
      entry(1, ['Snap.', 'He looks.'], { begins: true }),
      entry(2, ['Caught!'], { begins: false }),
      entry(3, ['Snap again.'], { begins: true }),
    ]);
    expect(told.map((play) => play.lines.map((line) => line.text))).toEqual([
      ['Snap.', 'He looks.', 'Caught!'],
      ['Snap again.'],
    ]);
    expect(told.map((play) => play.head)).toEqual([0, 0]);
    expect(told[0]!.lines.map((line) => line.turn_no)).toEqual([1, 1, 2]);
  });

  it('takes the last headline that the server names', () => {
    const told = plays([
      entry(1, ['He throws.'], { begins: true }),
      entry(2, ['Caught!', 'Ten yards.'], { begins: false, headline: true }),
      entry(3, ['Flag.'], { begins: false }),
      entry(4, ['Back it comes.', 'Five yards.'], { begins: false, headline: true }),
    ]);
    expect(told).toHaveLength(1);
    expect(told[0]!.lines[told[0]!.head]!.text).toBe('Back it comes.');
  });

  it('heads the first play after the ball has changed hands with its drive', () => {
    const told = plays([
      entry(1, ['Ann wins the toss.'], { begins: true, drive: 'home' }),
      entry(2, ['Ten yards.'], { begins: true }),
      entry(3, ['Fumble!'], { begins: false, drive: 'away' }),
      entry(4, ['Ben starts.'], { begins: false }),
      entry(5, ['No gain.'], { begins: true }),
    ]);
    expect(told.map((play) => [play.drive?.n ?? 0, play.drive?.seat, play.lines[0]!.text])).toEqual([
      [0, undefined, 'Ann wins the toss.'],
      [1, 'home', 'Ten yards.'],
      [2, 'away', 'Ben starts.'],
      [0, undefined, 'No gain.'],
    ]);
  });

  it('keeps lines of which nothing more is known apart', () => {
    expect(plays([entry(1, ['a']), entry(2, ['b']), entry(3, [])])).toHaveLength(2);
  });
});

describe('a moment', () => {
  it('is what the rules say happened, the end before all', () => {
    expect(highlightOf([{ what: 'score', seat: 'home', how: 'touchdown', amount: 6 }])).toMatchObject({
      kind: 'touchdown',
      seat: 'home',
      points: 6,
    });
    expect(
      highlightOf([
        { what: 'turnover', seat: 'away', how: 'interception' },
        { what: 'score', seat: 'away', how: 'pick-six', amount: 7 },
      ])?.kind,
    ).toBe('pick-six');
    expect(highlightOf([{ what: 'turnover', seat: 'away', how: 'fumble' }])?.kind).toBe('fumble');
    expect(
      highlightOf([
        { what: 'score', seat: 'home', how: 'try', amount: 5 },
        { what: 'over', seat: 'home' },
      ]),
    ).toMatchObject({ kind: 'final', seat: 'home' });
  });

  it('is a good kick only from far away', () => {
    const kick = (amount: number): Happening[] => [
      { what: 'kick', seat: 'home', how: 'penalty', amount },
      { what: 'score', seat: 'home', how: 'penalty-goal', amount: 3 },
    ];
    expect(highlightOf(kick(50))?.kind).toBe('kick');
    expect(highlightOf(kick(20))).toBeNull();
    expect(highlightOf([{ what: 'turnover', seat: 'home', how: 'downs' }])).toBeNull();
    expect(highlightOf(undefined)).toBeNull();
  });
});
