// The seats of this browser at a table whose dice prove themselves: gives commitments and links, and checks what the
// server does (docs/fair-dice.md, "What a browser keeps and checks"). Knows no network: it is told what is heard and
// answers with what is to be said.
import type { Ask, BySeat, Fair, Proof, Refusal, Seat, TableInfo, Update, Welcome } from '../net/types';
import { Chain, LINKS, randomLink, steps, type Link } from './chain';
import type { Fault, FaultKind, Kept, Keeper, OwnChain, RollSeal } from './kept';
import { choiceLine, linesOf, rollLine, verifyRecord, type Party, type ProvenRoll, type RecordFault, type RecordHolds } from './record'; // prettier-ignore
import { digest, drewText, follows, linesHash } from './roll';

export type Say =
  { cmd: 'commit'; chains: Partial<BySeat<Link>> } | { cmd: 'link'; n: number; links: Partial<BySeat<Link>> };

export interface Checked {
  record: RecordHolds | RecordFault;
  // What the record has otherwise than this browser saw it.
  faults: Fault[];
}

type Proven = Extract<Fair, { proof: string }>;

const SEATS = ['home', 'away'] as const;

// What a proof says, but for what is hidden yet, in few letters.
function gist(proof: Pick<Proof, 'hidden' | 'server' | 'home' | 'away' | 'drew'>, mask: string): string {
  const server = mask.includes('s') ? '?' : proof.server;
  const drew = mask.includes('d') ? '?' : drewText(proof.drew ?? []);
  const text = `${proof.hidden ? 'hidden' : 'server'}=${server} home=${proof.home} away=${proof.away} drew=${drew}`;
  return `${mask}:${digest(text).slice(0, 32)}`;
}
const maskOf = ({ server, drew }: Proof) => `${server ? '' : 's'}${drew ? '' : 'd'}`;

export class Witness {
  private kept: Kept | null = null;
  private chains = new Map<Link, Chain>();
  // What this connection has committed its seats to, and what of it the server has confirmed: those it must not leave out.
  private said: Partial<BySeat<Link>> = {};
  private answers: Partial<BySeat<Link>> = {};
  private carried: Seat[] = [];
  // Rolls for which the server has confirmed this browser's link, and when each was asked for.
  private taken = new Set<number>();
  private askedAt = { n: 0, ms: 0, within: 0 };
  // Own choices: what the server showed of each, and whether it has confirmed it.
  private locked: Partial<BySeat<{ action: string; told?: string; taken?: true }>> = {};

  constructor(
    private id: string,
    private keeper: Keeper,
    private links = LINKS,
    private now: () => number = Date.now,
    private random: () => Link = randomLink,
  ) {
    this.kept = keeper.load();
  }

  // Whether there is something to see: a table whose dice prove themselves.
  get sees(): boolean {
    return this.kept !== null;
  }

  get faults(): Fault[] {
    return this.kept?.faults ?? [];
  }

  get seal(): RollSeal | null {
    return this.kept?.seal ?? null;
  }

  // Whether lines are missing without which the next roll cannot be compared; `lines` brings them.
  get wants(): boolean {
    return this.kept !== null && !this.kept.whole;
  }

  // The table as it was told before the first hello: the server's commitment is known, so that hello can carry this
  // browser's, and it has a hand in the first roll too.
  meet({ fair, over }: Pick<TableInfo, 'fair' | 'over'>, seats: Seat[]) {
    this.load();
    if (this.kept || over || !seats.length || !fair?.proof) return;
    this.kept = { ...begun(fair), seats };
    this.save();
  }

  // What the next hello carries, where the server's commitment was seen before. `later`: nothing, because another
  // browser of the same side may have the part by now.
  hello(when: 'now' | 'later' = 'now'): Partial<BySeat<Link>> | undefined {
    this.load();
    this.said = {};
    this.answers = {};
    this.carried = when === 'now' ? (this.kept?.seats ?? []) : [];
    if (!this.carried.length) return undefined;
    const chains = this.commitments(this.carried);
    this.save();
    return chains;
  }

  // The server did not take what the hello carried: that chain is over.
  unwelcome(refusal: Refusal): Say[] {
    this.load();
    return refusal.code === 'bad-request' ? this.renew(this.carried) : [];
  }

  welcome(message: Welcome, seats: Seat[]): Say[] {
    const { fair } = message.table;
    this.load();
    if (!this.proven(fair)) return [];
    this.kept ??= begun(fair);
    const kept = this.kept;
    kept.seats = seats;
    const { missed, spent } = message.proof ? this.caughtUp(message.proof, fair) : { missed: 0, spent: [] };
    this.take(fair, missed);
    if (kept.turn !== message.turn_no) {
      const start = message.turn_no === 0 && fair.from === 1 && !message.log.length;
      kept.whole = start;
      kept.turn = message.turn_no;
    }
    if (message.table.over) return (this.save(), []);
    for (const seat of spent) delete kept.own[seat];
    const unknown = seats.filter((seat) => !kept.own[seat] || !this.carried.includes(seat));
    const say: Say[] = unknown.length ? [{ cmd: 'commit', chains: this.commitments(unknown) }] : [];
    this.save();
    return say;
  }

  table({ fair }: Pick<TableInfo, 'fair'>) {
    this.load();
    if (!this.kept || !this.proven(fair)) return;
    this.take(fair);
    this.save();
  }

  // Before this browser acts: one whose seats another browser has taken over takes part again.
  acts(): Say[] {
    this.load();
    const kept = this.kept;
    const gone = kept?.seats.filter((seat) => !kept.own[seat]) ?? [];
    if (!gone.length) return [];
    const chains = this.commitments(gone);
    this.save();
    return [{ cmd: 'commit', chains }];
  }

  // Several browsers share a side, and this one takes part for these seats from now on.
  speaks(seats: Seat[]): Say[] {
    this.load();
    if (!this.kept) return [];
    this.kept.seats = seats;
    this.save();
    return this.acts();
  }

  // The server has answered a commitment.
  committed(chains: Partial<BySeat<Link>>, refusal: Refusal | null): Say[] {
    this.load();
    const kept = this.kept;
    if (!kept) return [];
    const seats = SEATS.filter((seat) => chains[seat] && chains[seat] === kept.own[seat]?.commitment);
    if (refusal?.code === 'bad-request') return this.renew(seats);
    if (refusal) {
      // The next hello carries it where the connection was lost; otherwise this browser commits anew when it acts.
      if (refusal.code !== 'unreachable') for (const seat of seats) delete kept.own[seat];
      this.save();
      return [];
    }
    for (const seat of seats) {
      const commitment = chains[seat]!;
      this.answers[seat] = commitment;
      if (kept.chains[seat]?.commitment !== commitment) kept.chains[seat] = chainFrom(commitment, 0);
    }
    this.save();
    return [];
  }

  // Gives each link once and for one position only: a server that asks twice wants to roll twice.
  ask(message: Ask): Say[] {
    this.load();
    const kept = this.kept;
    if (!kept) return [];
    const { n } = message;
    const bound = message.lines ?? message.sealed ?? '';
    const again = kept.ask?.n === n;
    if (n <= kept.n || (again && kept.ask!.bound !== bound)) {
      this.fault('asked-twice', n);
      this.save();
      return [];
    }
    if (n !== kept.n + 1) this.fault('order', n);
    kept.ask = { n, bound, told: message.lines !== null };
    kept.bounds[n] = bound;
    this.compareLines(message.lines);
    if (!again) this.askedAt = { n, ms: this.now(), within: message.within };
    const links: Partial<BySeat<Link>> = {};
    const spent: Seat[] = [];
    for (const seat of SEATS) {
      const own = this.holding(seat);
      const of = message.of[seat];
      if (!own || !of) continue;
      const link = this.nextLink(own, of, n);
      if (link === 'spent') spent.push(seat);
      else if (link) links[seat] = link;
      else this.fault('asked-for', n, seat);
    }
    const say: Say[] = this.renew(spent);
    this.save();
    return Object.keys(links).length ? [{ cmd: 'link', n, links }, ...say] : say;
  }

  // The link after `of` for roll n; null where that is not the one after the last that counted.
  private nextLink(own: OwnChain, of: Link, n: number): Link | 'spent' | null {
    const chain = this.chain(own);
    const open = own.given > own.counted;
    if (open && own.roll !== n) {
      if (of !== chain.link(own.given)) return 'spent';
      own.counted = own.given;
    }
    if (of !== chain.link(own.counted)) return null;
    if (own.counted === chain.length) return 'spent';
    own.given = own.counted + 1;
    own.roll = n;
    return chain.link(own.given);
  }

  linked(n: number, refusal: Refusal | null) {
    if (!refusal) this.taken.add(n);
  }

  // Everything but what was said: the lines, the proof of a roll, the commitments. The seal is null where none was made.
  update(message: Update): { seal: RollSeal | null; say: Say[] } {
    this.load();
    const kept = this.kept;
    const { fair } = message.table;
    if (!kept || !this.proven(fair)) return { seal: null, say: [] };
    const fresh = message.turn_no > kept.turn;
    if (fresh && message.turn_no !== kept.turn + 1) kept.whole = false;
    const spent = message.proof ? this.rolled(message.proof, message.fell?.event ?? '') : [];
    if (fresh) {
      this.follow(message);
      kept.turn = message.turn_no;
    }
    this.take(fair);
    const say = message.table.over ? [] : this.renew(spent);
    this.save();
    return { seal: message.proof ? kept.seal : null, say };
  }

  // The lines of the record so far, where some were not seen. What was seen of them has to be there.
  lines(record: string, turn: number) {
    this.load();
    const kept = this.kept;
    if (!kept || kept.whole || turn !== kept.turn) return;
    const lines = linesOf(record);
    if (!this.begins(lines, kept.lines)) this.fault('lines', kept.n);
    kept.lines = lines;
    kept.whole = true;
    const { ask } = kept;
    if (ask?.told && ask.n === kept.n + 1) this.compareLines(ask.bound);
    this.save();
  }

  choosing(seat: Seat, action: string) {
    this.locked[seat] = { action };
  }

  // The server has taken or refused a choice.
  chosen(seat: Seat, refusal: Refusal | null) {
    this.load();
    const choice = this.locked[seat];
    if (refusal) delete this.locked[seat];
    else if (choice) choice.taken = true;
    this.compareChoice(seat);
    this.save();
  }

  // What it confirmed has to be what it shows.
  private compareChoice(seat: Seat) {
    const choice = this.locked[seat];
    if (!choice?.taken || choice.told === undefined) return;
    delete this.locked[seat];
    if (choice.told !== choice.action) this.fault('choice', this.kept ? this.kept.n + 1 : null, seat);
  }

  // The whole record of a finished game: by itself, and beside what this browser saw.
  check(text: string): Checked {
    this.load();
    const record = verifyRecord(text, this.links);
    const kept = this.kept;
    if (!kept || !record.ok) return { record, faults: [] };
    const known = kept.faults.length;
    const rolls = new Map(record.checked.map((roll) => [roll.n, roll]));
    if (record.table !== this.id || !record.commitments.server.includes(kept.first.server))
      this.fault('record', null, 'server');
    if (kept.first.hidden && !record.commitments.hidden.includes(kept.first.hidden))
      this.fault('record', null, 'hidden');
    for (const [n, seen] of Object.entries(kept.seen)) {
      const roll = rolls.get(Number(n));
      if (!roll || gist(roll, seen.slice(0, seen.indexOf(':'))) !== seen) this.fault('record', Number(n));
    }
    for (const [n, bound] of Object.entries(kept.bounds)) {
      const roll = rolls.get(Number(n));
      if (roll && bound !== roll.lines && bound !== roll.sealed) this.fault('record', Number(n));
    }
    if (!this.begins(linesOf(text), kept.lines)) this.fault('record', kept.n);
    this.save();
    return { record, faults: kept.faults.slice(known) };
  }

  // A server that has begun to prove its dice may not stop.
  private proven(fair: Fair | undefined): fair is Proven {
    if (fair?.proof) return true;
    if (this.kept) this.fault('given-up', this.kept.n);
    this.save();
    return false;
  }

  private load() {
    this.kept = this.keeper.load() ?? this.kept;
  }

  private save() {
    if (!this.kept) return;
    this.kept.at = this.now();
    this.keeper.save(this.kept);
  }

  private fault(kind: FaultKind, n: number | null, party: Party | null = null) {
    const faults = this.kept?.faults;
    if (!faults?.some((one) => one.kind === kind && one.n === n && one.party === party))
      faults?.push({ kind, n, party });
  }

  private chain(own: OwnChain): Chain {
    const chain = this.chains.get(own.secret) ?? new Chain(own.secret, this.links);
    this.chains.set(own.secret, chain);
    return chain;
  }

  // The chain of this browser, where it is the one that counts.
  private holding(seat: Seat): OwnChain | null {
    const own = this.kept?.own[seat];
    return own && this.kept?.chains[seat]?.commitment === own.commitment ? own : null;
  }

  private commitments(seats: Seat[]): Partial<BySeat<Link>> {
    const own = this.kept!.own;
    for (const seat of seats) {
      if (own[seat]) continue;
      const secret = this.random();
      const chain = new Chain(secret, this.links);
      this.chains.set(secret, chain);
      own[seat] = { secret, commitment: chain.commitment, given: 0, counted: 0, roll: 0 };
    }
    const chains = Object.fromEntries(seats.map((seat) => [seat, own[seat]!.commitment]));
    Object.assign(this.said, chains);
    return chains;
  }

  private renew(seats: Seat[]): Say[] {
    if (!seats.length || !this.kept) return [];
    for (const seat of seats) {
      delete this.kept.own[seat];
      delete this.answers[seat];
    }
    const chains = this.commitments(seats);
    this.save();
    return [{ cmd: 'commit', chains }];
  }

  // The commitments that hold for the next roll. Those of the server change only when a chain is used up.
  private take(fair: Proven, missed = 0) {
    const { chains, own } = this.kept!;
    for (const party of ['server', 'hidden'] as const) {
      const now = fair[party];
      const known = chains[party];
      if (now === (known?.commitment ?? null)) continue;
      if (known && known.links + known.missed < this.links) this.fault('commitment', this.kept!.n + 1, party);
      chains[party] = now ? chainFrom(now, missed) : undefined;
    }
    for (const seat of SEATS) {
      const now = fair[seat];
      if (now !== (chains[seat]?.commitment ?? null)) chains[seat] = now ? chainFrom(now, missed) : undefined;
      const held = this.answers[seat];
      if (now && now === this.said[seat]) this.answers[seat] = now;
      else if (held && held !== now) {
        // Another browser has taken the seat over: this one does not fight for it.
        delete this.answers[seat];
        if (own[seat]?.commitment === held) delete own[seat];
      }
    }
  }

  // The last roll, told to one who comes or comes back. Answers how many were missed, and whose chain is over by it.
  private caughtUp(proof: Proof, fair: Proven): { missed: number; spent: Seat[] } {
    const kept = this.kept!;
    const missed = proof.n - kept.n;
    if (missed < 0) this.fault('changed', kept.n);
    if (missed === 0 && kept.seen[proof.n]) this.sameAs(proof);
    if (missed < 0 || kept.seen[proof.n]) return { missed: 0, spent: [] };
    for (const chain of Object.values(kept.chains)) if (chain) chain.missed += Math.max(0, missed - 1);
    // Whose chain is another one by now, or new, may have given this link by the one before.
    const linked = this.leads(proof, (party, link) => {
      const chain = kept.chains[party];
      if (!chain || fair[party] !== chain.commitment) return false;
      return (
        chain.links > 0 ||
        steps(link, chain.last, 1 + chain.missed) !== null ||
        party === 'server' ||
        party === 'hidden'
      );
    });
    const spent = this.settle(proof, 'away');
    this.keep(proof, linked ? 'unseen' : 'no');
    return { missed, spent };
  }

  private sameAs(proof: Proof) {
    const { seen } = this.kept!;
    const mask = maskOf(proof);
    const known = seen[proof.n];
    if (known?.startsWith(`${mask}:`) && known !== gist(proof, mask)) this.fault('changed', proof.n);
  }

  // Checks a roll and takes it down. Answers the seats whose chain is over by it.
  private rolled(proof: Proof, event: string): Seat[] {
    const kept = this.kept!;
    if (proof.n <= kept.n) {
      if (proof.n < kept.n) this.fault('changed', proof.n);
      else this.sameAs(proof);
      return [];
    }
    if (proof.n !== kept.n + 1) this.fault('order', proof.n);
    const known = kept.faults.length;
    this.leads(proof);
    const asked = kept.ask?.n === proof.n ? kept.ask : null;
    const lines = asked ? asked.bound : kept.whole && linesHash(kept.lines);
    const open = proof.server !== null && proof.drew !== null && asked?.told !== false;
    if (open && lines && !this.drawn(proof as ProvenRoll, event, lines)) this.fault('numbers', proof.n);
    const spent = this.settle(proof, 'here');
    const fine = !open ? 'later' : lines ? 'yes' : 'unseen';
    this.keep(proof, kept.faults.length > known ? 'no' : fine);
    return spent;
  }

  private drawn(proof: ProvenRoll, event: string, lines: string): boolean {
    return follows(proof.drew, proof.server, proof, { table: this.id, n: proof.n, event, lines });
  }

  private keep(proof: Proof, checked: RollSeal['checked']) {
    const kept = this.kept!;
    const hands = (['server', ...SEATS] as const).filter((party) => party === 'server' || proof[party]);
    kept.seal = { n: proof.n, hands, out: proof.left_out, checked };
    kept.seen[proof.n] = gist(proof, maskOf(proof));
    kept.n = proof.n;
    kept.ask = null;
  }

  // Whether each link leads to the one before it.
  private leads(proof: Proof, known: (party: Party, link: Link) => boolean = () => true): boolean {
    const { chains } = this.kept!;
    const parties: Party[] = [proof.hidden ? 'hidden' : 'server', ...SEATS];
    let fine = true;
    for (const party of parties) {
      const link = party === 'home' || party === 'away' ? proof[party] : proof.server;
      const chain = chains[party];
      // The server's link is not shown yet: a later one leads further back.
      if (!link && chain && party !== 'home' && party !== 'away') chain.missed++;
      if (!link || !known(party, link)) continue;
      const count = chain ? steps(link, chain.last, 1 + chain.missed) : null;
      if (count === null) {
        fine = false;
        this.fault('link', proof.n, party);
      }
      if (chain) chains[party] = { ...chain, last: link, links: chain.links + (count ?? 1), missed: 0 };
    }
    return fine;
  }

  // What became of this browser's own links. Answers the seats that need a new chain.
  private settle(proof: Proof, was: 'here' | 'away'): Seat[] {
    const spent: Seat[] = [];
    for (const seat of SEATS) {
      const own = this.holding(seat);
      if (!own) continue;
      const chain = this.chain(own);
      const gave = own.given > own.counted && own.roll === proof.n;
      if (proof[seat] && proof[seat] === (own.counted < chain.length ? chain.link(own.counted + 1) : null)) {
        own.counted++;
        own.given = own.counted;
        if (own.counted === chain.length) spent.push(seat);
      } else if (gave) {
        spent.push(seat);
        if (was === 'here') this.missed(proof.n, seat);
      } else if (this.answers[seat] === own.commitment && !proof[seat] && this.withheld !== proof.n)
        this.fault('left-out', proof.n, seat);
    }
    return spent;
  }

  // A roll for which no link was given, because something was wrong with the question.
  private get withheld(): number | null {
    const wrong = this.kept?.faults.findLast(({ kind }) => kind === 'asked-twice' || kind === 'asked-for');
    return wrong?.n ?? null;
  }

  // A link was given and did not count. Where the server had confirmed it, or did not wait, that is its doing; otherwise
  // the network may have failed, once.
  private missed(n: number, seat: Seat) {
    const { ms, within } = this.askedAt;
    const hurried = this.askedAt.n === n && this.now() - ms < within;
    if (this.taken.has(n) || hurried || ++this.kept!.misses > 1) this.fault('left-out', n, seat);
  }

  // What was told before the roll has to be what this browser saw.
  private compareLines(told: string | null) {
    const { lines, whole, n, ask } = this.kept!;
    if (told && whole && linesHash(lines) !== told) this.fault('lines', ask?.n ?? n + 1);
  }

  // Takes down the lines of an update.
  private follow({ fell, chose, cause }: Update) {
    const kept = this.kept!;
    for (const { seat, action } of chose ?? []) {
      const choice = this.locked[seat];
      if (choice && action) choice.told = action;
      this.compareChoice(seat);
    }
    if (cause === 'undo') kept.whole = false;
    if (!kept.whole) return;
    if (fell?.tokens && fell.seat) kept.lines.push(rollLine(fell.seat, fell.event, fell.tokens));
    else if (fell) kept.whole = false;
    // A secret choice is written down when both are uncovered.
    if (cause === 'lock') return;
    for (const { seat, event, action } of chose ?? []) {
      if (action) kept.lines.push(choiceLine(seat, event, action));
      else kept.whole = false;
    }
  }

  // Whether a record begins with what was seen, up to the last roll: a choice after it may have been taken back.
  private begins(record: string[], seen: string[]): boolean {
    const end = seen.findLastIndex((line) => / rolls /.test(line)) + 1;
    return seen.slice(0, end).every((line, i) => line === record[i]);
  }
}

const chainFrom = (commitment: Link, missed: number) => ({ commitment, last: commitment, links: 0, missed });

const begun = (fair: Proven): Kept => ({
  at: 0,
  first: { server: fair.server, hidden: fair.hidden },
  chains: Object.fromEntries(
    (['server', 'hidden', 'home', 'away'] as const).flatMap((party) =>
      fair[party] ? [[party, chainFrom(fair[party], fair.rolls)]] : [],
    ),
  ),
  own: {},
  seats: [],
  n: fair.from + fair.rolls - 1,
  ask: null,
  seen: {},
  bounds: {},
  lines: [],
  whole: false,
  turn: -1,
  misses: 0,
  seal: null,
  faults: [],
});
