// What may be tapped beside a real table.
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import type { Turn } from '../src/net/types';
import { boxOf, momentOf } from '../src/tables';
import { counted, inOrder, left, tapGroups, told, type Tap } from '../src/tables/taps';

const sheetOf = (game: string): any =>
  parse(readFileSync(new URL(`../../data/sheets/${game}.toml`, import.meta.url), 'utf8'));
type Chance = Extract<Turn, { kind: 'chance' }>;

function groupsOf(game: string, event: string, faces: Chance['faces']) {
  const count = faces!.reduce((all, dice) => all + dice.count, 0);
  const turn: Chance = { kind: 'chance', event, seat: 'home', count, faces };
  return tapGroups(boxOf(game), turn, { ...momentOf(game)!.state, plays: null }, sheetOf(game));
}

describe('the faces to tap', () => {
  const twelve = groupsOf('sports-dice-football', 'roll', [
    { count: 6, tokens: ['10', '20', 'FG', 'TD'] },
    { count: 6, tokens: ['NG', 'S', 'T', 'P6'] },
  ]);

  it('are gathered by whose dice they are, in the order of the throw', () => {
    expect(twelve.map(({ seat, from, count }) => ({ seat, from, count }))).toEqual([
      { seat: 'home', from: 0, count: 6 },
      { seat: 'away', from: 6, count: 6 },
    ]);
    expect(twelve[1]!.faces.map((face) => face.piece?.symbol)).toEqual(['NG', 'S', 'T', 'P6']);
  });

  it('of both sides are told apart where they are alike', () => {
    const toss = groupsOf('gridiron-glory', 'toss', [{ count: 6, tokens: ['REF', 'WHISTLE', 'BALL'] }]);
    expect(toss.map(({ seat, count }) => [seat, count])).toEqual([
      ['home', 3],
      ['away', 3],
    ]);
  });

  it('are cards where cards are turned', () => {
    const flip = groupsOf('gridiron-glory', 'flip', [
      { count: 1, tokens: ['KH', '2D'] },
      { count: 1, tokens: ['QS'] },
    ]);
    expect(flip.map(({ seat, faces }) => [seat, faces[0]!.piece?.kind])).toEqual([
      ['home', 'card'],
      ['away', 'card'],
    ]);
  });

  it('are counted, put into the order of the throw and told again', () => {
    const taps: Tap[] = [
      { group: 1, token: 'S' },
      { group: 0, token: '10' },
      { group: 0, token: '10' },
    ];
    expect(counted(taps, 0, '10')).toBe(2);
    expect(left(twelve, taps, 1)).toBe(5);
    expect(inOrder(twelve, taps)).toEqual(['10', '10', 'S']);
    expect(told(twelve, taps, (token) => token)).toBe('2 × 10 · S');
  });
});
