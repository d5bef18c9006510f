// The proof of a record, read and checked without a server: the same checks as tools/verify_dice.py.
import type { Seat } from '../net/types';
import { before, isLink, LINKS, type Link } from './chain';
import { drewText, isDraw, LinesHash, numbersOf, sealedBy, seedOf, type Draw } from './roll';

export const KIND = 'chains-1';
export const PARTIES = ['server', 'hidden', 'home', 'away'] as const;
export type Party = (typeof PARTIES)[number];
const TAGS: Record<Party, string> = {
  server: 'DiceServer',
  hidden: 'DiceHidden',
  home: 'DiceHome',
  away: 'DiceAway',
};

// How one roll was made: `server` is the link of the chain `hidden` where that was used.
export interface ProvenRoll {
  n: number;
  hidden: boolean;
  server: Link;
  home: Link | null;
  away: Link | null;
  drew: Draw[];
}

// A roll as the record has it, with what the seal before it was about.
export interface CheckedRoll extends ProvenRoll {
  lines: string;
  sealed: string;
}

// The first thing that does not hold; `why` is a key of the page's words.
export interface RecordFault {
  ok: false;
  why: FaultWhy;
  line: number | null;
  roll: number | null;
  party: Party | null;
}
export type FaultWhy =
  'none' | 'kind' | 'tags' | 'form' | 'missing' | 'order' | 'chain' | 'used-up' | 'uncommitted' | 'link' | 'numbers';

export interface RecordHolds {
  ok: true;
  table: string;
  from: number;
  rolls: number;
  hand: Record<'server' | Seat, number>;
  commitments: Record<Party, Link[]>;
  checked: CheckedRoll[];
}

interface Numbered<T> {
  line: number;
  is: T;
}

interface Read {
  tags: Map<string, Numbered<string>>;
  lines: Numbered<string>[];
  proofs: Numbered<ProvenRoll>[];
  chains: Numbered<{ n: number; party: Party; commitment: Link }>[];
  misread: number | null;
  // The line of a tag that stands twice.
  twice: number | null;
}

// Without what follows ';' outside quotes.
function uncommented(line: string): string {
  const code = /^(?:[^";]|"(?:[^"\\]|\\.)*")*/.exec(line)![0];
  const rest = line.slice(code.length);
  return (rest.startsWith(';') || !rest ? code : line).trim();
}

const eventOf = (line: string): string | null => /^\S+ rolls ([^\s:]+):?(?: |$)/.exec(line)?.[1] ?? null;

// The roll and choice lines of a record, as its hash is made of them.
export const linesOf = (record: string): string[] =>
  record
    .split('\n')
    .filter((line) => !line.trim().startsWith('['))
    .map(uncommented)
    .filter(Boolean);

const PROOF =
  /^;proof ([1-9]\d*) (server|hidden)=([0-9a-f]{64}) home=([0-9a-f]{64}|-) away=([0-9a-f]{64}|-) drew=(\S+)$/;
const CHAIN = /^;chain ([1-9]\d*) (server|hidden|home|away)=([0-9a-f]{64})$/;

function drawsOf(text: string): Draw[] | null {
  if (text === '-') return [];
  const draws = text.split(',').map((one): Draw | null => {
    const found = /^(0|[1-9]\d{0,9})\/([1-9]\d{0,9})$/.exec(one);
    return found ? [Number(found[1]), Number(found[2])] : null;
  });
  return draws.every((draw): draw is Draw => draw !== null && isDraw(draw)) ? draws : null;
}

function proofOf(text: string): ProvenRoll | null {
  const found = PROOF.exec(text);
  const drew = found && drawsOf(found[6]!);
  if (!found || !drew) return null;
  const seat = (link: string) => (link === '-' ? null : link);
  return {
    n: Number(found[1]),
    hidden: found[2] === 'hidden',
    server: found[3]!,
    home: seat(found[4]!),
    away: seat(found[5]!),
    drew,
  };
}

function read(record: string): Read {
  const all: Read = { tags: new Map(), lines: [], proofs: [], chains: [], misread: null, twice: null };
  record.split('\n').forEach((raw, i) => {
    const text = raw.trim();
    const line = i + 1;
    if (text.startsWith(';proof ')) {
      const is = proofOf(text);
      if (is) all.proofs.push({ line, is });
      else all.misread ??= line;
    } else if (text.startsWith(';chain ')) {
      const found = CHAIN.exec(text);
      if (found)
        all.chains.push({ line, is: { n: Number(found[1]), party: found[2] as Party, commitment: found[3]! } });
      else all.misread ??= line;
    } else if (text.startsWith('[')) {
      const tag = /^\[\s*(\S+)\s+"(.*)"/.exec(text);
      if (tag && all.tags.has(tag[1]!)) all.twice ??= line;
      else if (tag) all.tags.set(tag[1]!, { line, is: tag[2]! });
    } else if (uncommented(text)) all.lines.push({ line, is: uncommented(text) });
  });
  return all;
}

const byParty = <T>(of: (party: Party) => T) =>
  Object.fromEntries(PARTIES.map((party) => [party, of(party)])) as Record<Party, T>;

class Broken extends Error {
  constructor(readonly fault: RecordFault) {
    super(fault.why);
  }
}

class Verifier {
  private all: Read;
  private table = '';
  private from = 1;
  // The link or commitment that the next one of each party leads to, and the links since its last commitment.
  private last = byParty<Link | null>(() => null);
  private given = byParty(() => 0);
  private hand = byParty(() => 0);
  private commitments = byParty<Link[]>(() => []);
  private n = 0;
  private chainsUsed = 0;
  private checked: CheckedRoll[] = [];

  constructor(
    record: string,
    private links: number,
  ) {
    this.all = read(record);
  }

  run(): RecordHolds {
    this.tags();
    const lines = new LinesHash();
    for (const { line, is } of this.all.lines) {
      const event = eventOf(is);
      if (event && ++this.n >= this.from) {
        this.newChains();
        this.roll(line, event, lines.hex);
      }
      lines.add(is);
    }
    this.rest();
    const { table, from, checked, commitments, hand } = this;
    const hands = { server: hand.server + hand.hidden, home: hand.home, away: hand.away };
    return { ok: true, table, from, rolls: checked.length, hand: hands, commitments, checked };
  }

  private fail(why: FaultWhy, line: number | null, party: Party | null = null): never {
    throw new Broken({ ok: false, why, line, roll: this.n || null, party });
  }

  private tags() {
    const { tags, misread, twice } = this.all;
    const kind = tags.get('Dice');
    if (!kind) this.fail('none', null);
    if (twice !== null) this.fail('tags', twice);
    if (kind.is !== KIND) this.fail('kind', kind.line);
    this.table = tags.get('Table')?.is ?? '';
    for (const party of PARTIES) {
      const tag = tags.get(TAGS[party]);
      if (!tag) continue;
      if (!isLink(tag.is)) this.fail('tags', tag.line, party);
      this.commit(party, tag.is);
    }
    const from = tags.get('DiceFrom');
    if (from && !/^[1-9]\d*$/.test(from.is)) this.fail('tags', from.line);
    if (from) this.from = Number(from.is);
    if (!this.table || !this.last.server) this.fail('tags', kind.line);
    if (misread !== null) this.fail('form', misread);
  }

  private commit(party: Party, commitment: Link) {
    this.last[party] = commitment;
    this.given[party] = 0;
    this.commitments[party].push(commitment);
  }

  // Commitments that came before this roll. A server that could begin a chain whenever it likes could choose its link
  // after those of the seats. A seat's first one, given after the first proven roll, is its tag too.
  private newChains() {
    for (let next = this.all.chains[this.chainsUsed]; next && next.is.n <= this.n;) {
      const { party, commitment, n } = next.is;
      if (n !== this.n) this.fail('chain', next.line, party);
      if ((party === 'server' || party === 'hidden') && this.given[party] !== this.links)
        this.fail('chain', next.line, party);
      const known = this.commitments[party];
      const tagAgain = known.length === 1 && known[0] === commitment && this.given[party] === 0;
      if (!tagAgain && known.includes(commitment)) this.fail('chain', next.line, party);
      if (!tagAgain) this.commit(party, commitment);
      next = this.all.chains[++this.chainsUsed];
    }
  }

  private roll(line: number, event: string, lines: string) {
    const proof = this.all.proofs[this.checked.length];
    if (!proof) this.fail('missing', line);
    const { is } = proof;
    if (is.n !== this.n) this.fail('order', proof.line);
    this.link(proof.line, is.hidden ? 'hidden' : 'server', is.server);
    if (is.home) this.link(proof.line, 'home', is.home);
    if (is.away) this.link(proof.line, 'away', is.away);
    const seed = seedOf(is.server, is, { table: this.table, n: is.n, event, lines });
    const bounds = is.drew.map(([, bound]) => bound);
    const own = numbersOf(seed, bounds).map((value, i): Draw => [value, bounds[i]!]);
    if (drewText(own) !== drewText(is.drew)) this.fail('numbers', proof.line);
    this.checked.push({ ...is, lines, sealed: sealedBy(is.server, lines) });
  }

  private link(line: number, party: Party, link: Link) {
    if (!this.last[party]) this.fail('uncommitted', line, party);
    if (before(link) !== this.last[party]) this.fail('link', line, party);
    if (++this.given[party] > this.links) this.fail('used-up', line, party);
    this.last[party] = link;
    this.hand[party]++;
  }

  // A commitment that waits for a roll yet to come is fine; a proof without its roll is not.
  private rest() {
    const left = this.all.proofs[this.checked.length];
    if (left) this.fail('order', left.line);
    if (this.from > this.n + 1) this.fail('tags', this.all.tags.get('DiceFrom')!.line);
    this.n++;
    this.newChains();
    const late = this.all.chains[this.chainsUsed];
    if (late) this.fail('chain', late.line, late.is.party);
  }
}

export function verifyRecord(record: string, links = LINKS): RecordHolds | RecordFault {
  try {
    return new Verifier(record, links).run();
  } catch (failure) {
    if (failure instanceof Broken) return failure.fault;
    throw failure;
  }
}

const QUOTED = /^$|^\?$|[ \t";\\:]/;
const word = (text: string) => (QUOTED.test(text) ? `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, ' ')}"` : text);

// One roll or choice as the record writes it, without its line feed.
export const rollLine = (seat: Seat, event: string, tokens: readonly string[]): string =>
  [`${seat} rolls ${event}:`, ...tokens.map(word)].join(' ');
export const choiceLine = (seat: Seat, event: string, action: string): string =>
  `${seat} chooses ${event}: ${word(action)}`;
