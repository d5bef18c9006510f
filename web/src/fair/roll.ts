// One roll: the links of those who have a hand in it become a seed, and the seed the numbers that the game draws.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BySeat } from '../net/types';
import type { Link } from './chain';

// A number that was drawn, and the bound that it is below.
export type Draw = [value: number, bound: number];

export interface RollOf {
  table: string;
  n: number;
  event: string;
  // The hash of the record's lines before it.
  lines: string;
}

export const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

// The hash of the record's lines so far: rolls and choices, each with its line feed.
export class LinesHash {
  private state = sha256.create();

  add(line: string) {
    this.state.update(utf8ToBytes(`${line}\n`));
  }

  get hex(): string {
    return bytesToHex(this.state.clone().digest());
  }
}

export function linesHash(lines: readonly string[]): string {
  const hash = new LinesHash();
  for (const line of lines) hash.add(line);
  return hash.hex;
}

// What binds a server to lines that are hidden yet.
export const sealedBy = (server: Link, lines: string): string =>
  bytesToHex(sha256(concatBytes(utf8ToBytes('touchline sealed 1\n'), hexToBytes(server), utf8ToBytes(lines))));

const part = (link: Link | null): Uint8Array => (link ? hexToBytes(link) : new Uint8Array(32));

export function seedOf(server: Link, seats: BySeat<Link | null>, { table, n, event, lines }: RollOf): Uint8Array {
  const key = concatBytes(hexToBytes(server), part(seats.home), part(seats.away));
  return hmac(sha256, key, utf8ToBytes(`touchline roll 1\n${table}\n${n}\n${event}\n${lines}`));
}

// The 32-bit words of a seed, without end.
export function* wordsOf(seed: Uint8Array): Generator<number, never> {
  for (let block = 0; ; block++) {
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, block);
    const bytes = hmac(sha256, seed, counter);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let at = 0; at < bytes.length; at += 4) yield view.getUint32(at);
  }
}

const WORDS = 2 ** 32;

// One number below each bound in turn.
export function numbersOf(seed: Uint8Array, bounds: readonly number[]): number[] {
  const words = wordsOf(seed);
  return bounds.map((bound) => {
    const usable = Math.floor(WORDS / bound) * bound;
    for (;;) {
      const word = words.next().value;
      if (word < usable) return word % bound;
    }
  });
}

export const isDraw = ([value, bound]: Draw): boolean =>
  Number.isInteger(value) && Number.isInteger(bound) && value >= 0 && value < bound && bound <= WORDS;

// Whether these numbers follow from the links and the lines before the roll.
export function follows(drew: readonly Draw[], server: Link, seats: BySeat<Link | null>, roll: RollOf): boolean {
  if (!drew.every(isDraw)) return false;
  const numbers = numbersOf(
    seedOf(server, seats, roll),
    drew.map(([, bound]) => bound),
  );
  return numbers.every((number, i) => number === drew[i]![0]);
}

export const drewText = (drew: readonly Draw[]): string =>
  drew.length ? drew.map(([value, bound]) => `${value}/${bound}`).join(',') : '-';
