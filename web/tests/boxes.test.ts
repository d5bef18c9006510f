import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../src/i18n/words.svelte';
import { boxOf, GAMES, momentOf } from '../src/tables';
import { plain } from '../src/tables/plain';
import { grouped } from '../src/tables/sports-dice-football';
import type { Seat } from '../src/net/types';
import { clockText, fieldX, spot } from '../src/tables/spots';
import type { Throw } from '../src/store/table.svelte';

const thrown = (event: string, tokens: string[], before = {}, more: Partial<Throw> = {}): Throw => ({
  key: 1,
  event,
  tokens,
  before,
  moving: false,
  seat: null,
  ...more,
});
const beats = (seat: Seat): Partial<Throw> => ({ happened: [{ what: 'beat', seat }] });

describe('the boxes', () => {
  it('are found by id, each with a picture for the shelf', () => {
    const sheets = readdirSync(new URL('../../data/sheets/', import.meta.url)).map((file) => file.replace('.toml', ''));
    for (const game of GAMES) {
      expect(sheets).toContain(game);
      expect(boxOf(game)).not.toBe(plain);
      expect(momentOf(game)).toBeDefined();
    }
    expect(boxOf('chess')).toBe(plain);
  });
});

describe('Sports Dice Football', () => {
  const sheet = {
    dice: {
      offense: { count: 6, faces: ['10', '10', '10', '20', 'FG', 'TD'] },
      defense: { count: 6, faces: ['NG', 'NG', 'S', 'S', 'T', 'P6'] },
    },
  };
  const box = boxOf('sports-dice-football');
  const tokens = ['10', 'TD', '10', '20', '10', '10', 'NG', 'S', 'NG', 'NG', 'S', 'P6'];

  it('lays like faces together, the longest row first', () => {
    expect(grouped(['S', 'NG', 'S', 'T', 'S'])[0]).toEqual({ token: 'S', count: 3 });
  });
  it('counts and lifts the most of each side', () => {
    const roll = thrown('roll', tokens, { offense: 'away' }, beats('away'));
    const [attack, defence] = box.lay(roll, { dice: [], plays: null }, sheet);
    expect([attack!.figure, defence!.figure]).toEqual(['4', '3']);
    expect(attack!.pieces.filter((piece) => piece.lifted).map((piece) => piece.token)).toEqual([
      '10',
      '10',
      '10',
      '10',
    ]);
    expect(defence!.pieces.every((piece) => piece.dim && !piece.lifted)).toBe(true);
    expect(attack!.pieces.some((piece) => piece.dim)).toBe(false);
    expect(attack!.seat).toBe('away');
    expect(defence!.seat).toBe('home');
  });
  it('lifts what was picked while the roll is being decided', () => {
    const tie = ['FG', 'FG', 'FG', 'TD', 'TD', 'TD', 'S', 'S', 'S', 'NG', 'T', 'P6'];
    const [attack] = box.lay(
      thrown('roll', tie, { offense: 'home' }),
      { dice: tie, plays: { offense: 'TD', defense: null } },
      sheet,
    );
    expect(attack!.pieces.filter((piece) => piece.lifted).every((piece) => piece.token === 'TD')).toBe(true);
  });
  const level = ['FG', 'FG', 'FG', 'TD', '10', '20', 'S', 'S', 'S', 'NG', 'T', 'P6'];
  it('dims neither side of a level roll that is not decided, nor anybody before the dice lie', () => {
    for (const more of [{}, { moving: true, ...beats('home') }]) {
      const piles = box.lay(thrown('roll', level, { offense: 'home' }, more), {}, sheet);
      expect(piles.flatMap((pile) => pile.pieces).some((piece) => piece.dim)).toBe(false);
    }
  });
  it('dims whom the rules say is beaten, not who has fewer: a level roll without the chip, or with it used', () => {
    for (const [winner, dimmed] of [
      ['away', [true, false]],
      ['home', [false, true]],
    ] as const) {
      const piles = box.lay(thrown('roll', level, { offense: 'home' }, beats(winner)), {}, sheet);
      expect(piles.map((pile) => pile.pieces.every((piece) => piece.dim && !piece.lifted))).toEqual(dimmed);
    }
  });
  it('does not sort dice that are still rolling', () => {
    const [attack] = box.lay(thrown('roll', tokens, { offense: 'home' }, { moving: true }), {}, sheet);
    expect(attack!.pieces.map((piece) => piece.token)).toEqual(tokens.slice(0, 6));
  });
  it('reads the points to win from the options of the table, which are complete', () => {
    const state = { offense: null };
    const names = { home: 'Ann', away: 'Bob' };
    expect(box.facts(state, wordsOf(''), names, { target: 7 }, sheet).at(-1)!.text).toBe('First to 7');
  });
});

describe('spots on a field', () => {
  const names = { home: 'Ann', away: 'Bob' };
  it('are named after the half they lie in', () => {
    expect(spot('home', 35, names)).toBe('Ann 35');
    expect(spot('home', 65, names)).toBe('Bob 35');
    expect(spot('away', 20, names)).toBe('Bob 20');
    expect(spot('away', 50, names)).toBe('midfield');
  });
  it('count from the left for home and from the right for away', () => {
    expect(fieldX('home', 25)).toBe(25);
    expect(fieldX('away', 25)).toBe(75);
  });
  it('and clocks show minutes and seconds', () => {
    expect(clockText(900)).toBe('15:00');
    expect(clockText(65)).toBe('1:05');
  });
});
