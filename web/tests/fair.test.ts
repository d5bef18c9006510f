// The arithmetic of the dice, against the vectors of docs/fair-dice.md that every implementation passes.
import { bytesToHex } from '@noble/hashes/utils.js';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { before, Chain, isLink, randomLink, steps } from '../src/fair/chain';
import { drewText, follows, linesHash, numbersOf, seedOf, wordsOf, type Draw } from '../src/fair/roll';

const page = readFileSync(new URL('../../docs/fair-dice.md', import.meta.url), 'utf8');
const section = page.slice(page.indexOf('\n## Test vectors'));
const vectors = JSON.parse(/```json\n([^`]*)```/.exec(section)![1]!);

describe('the vectors of docs/fair-dice.md', () => {
  it('has some of each kind', () => {
    for (const kind of ['chains', 'lines', 'rolls']) expect(vectors[kind].length).toBeGreaterThan(1);
  });

  for (const { secret, length, commitment, first, second, last } of vectors.chains)
    it(`gives the chain of ${length} links from ${secret.slice(0, 8)}…`, () => {
      const chain = new Chain(secret, length);
      expect([chain.commitment, chain.link(1), chain.link(2), chain.link(length)]).toEqual([
        commitment,
        first,
        second,
        last,
      ]);
      expect(before(first)).toBe(commitment);
      expect(steps(second, commitment, 2)).toBe(2);
      expect(steps(second, commitment, 1)).toBeNull();
    });

  for (const { lines, hash } of vectors.lines)
    it(`hashes ${lines.length} lines`, () => expect(linesHash(lines)).toBe(hash));

  for (const { table, n, event, lines, server, home, away, seed, words, bounds, drew } of vectors.rolls)
    it(`draws roll ${n}`, () => {
      const found = seedOf(server, { home, away }, { table, n, event, lines });
      expect(bytesToHex(found)).toBe(seed);
      const source = wordsOf(found);
      expect(words.map(() => source.next().value)).toEqual(words);
      const numbers = numbersOf(found, bounds);
      const draws = numbers.map((number, i): Draw => [number, bounds[i]]);
      expect(drewText(draws)).toBe(drew);
      expect(follows(draws, server, { home, away }, { table, n, event, lines })).toBe(true);
      expect(bytesToHex(seedOf(server, { home, away }, { table, n: n + 1, event, lines }))).not.toBe(seed);
    });
});

it('draws secrets that differ', () => {
  const [one, two] = [randomLink(), randomLink()];
  expect(isLink(one) && isLink(two) && one !== two).toBe(true);
});
