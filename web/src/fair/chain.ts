// Chains of links, by which a party binds itself to its part of every roll before anybody knows it (docs/fair-dice.md).
// Hashes in plain TypeScript: browsers give none of their own to a page on plain http.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

// 64 lower-case hexadecimal digits.
export type Link = string;

// Of a chain.
export const LINKS = 4096;
const BYTES = 32;
const PREFIX = utf8ToBytes('touchline chain 1\n');

export const isLink = (text: unknown): text is Link => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);

export const randomLink = (): Link => bytesToHex(crypto.getRandomValues(new Uint8Array(BYTES)));

const previous = (link: Uint8Array) => sha256(concatBytes(PREFIX, link));

// The one before a link in its chain.
export const before = (link: Link): Link => bytesToHex(previous(hexToBytes(link)));

// How many steps lead from a link back to an earlier one of its chain; null where more than `most` would be needed.
export function steps(link: Link, earlier: Link, most: number): number | null {
  let at = hexToBytes(link);
  for (let count = 1; count <= most; count++) {
    at = previous(at);
    if (bytesToHex(at) === earlier) return count;
  }
  return null;
}

// All links of one party, from its secret L(length) down to its commitment L(0).
export class Chain {
  private links: Uint8Array;

  constructor(
    readonly secret: Link,
    readonly length = LINKS,
  ) {
    this.links = new Uint8Array((length + 1) * BYTES);
    let link: Uint8Array = hexToBytes(secret);
    for (let i = length; i > 0; i--) {
      this.links.set(link, i * BYTES);
      link = previous(link);
    }
    this.links.set(link);
  }

  get commitment(): Link {
    return this.link(0);
  }

  // L(i), for i up to the length.
  link(i: number): Link {
    return bytesToHex(this.links.subarray(i * BYTES, (i + 1) * BYTES));
  }
}
