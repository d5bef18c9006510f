// A server in few lines, for the witness of the page: it deals honest dice, and a test bends what it says.
import type { Ask, BySeat, Fair, Proof, Seat, TableInfo, Update, Welcome } from '../src/net/types';
import { before, Chain, randomLink, type Link } from '../src/fair/chain';
import { choiceLine, rollLine } from '../src/fair/record';
import { drewText, linesHash, numbersOf, sealedBy, seedOf, type Draw } from '../src/fair/roll';
import type { Say, Witness } from '../src/fair/witness';

const person = { who: 'person', name: null, present: true, away_since: null, open: false } as const;
const SEATS = ['home', 'away'] as const;

interface SeatChain {
  all: { n: number; commitment: Link }[];
  last: Link;
}

export class Dealer {
  readonly id = 'Zm9vYmFyYmF6cXV4MTIzNA';
  server: Chain;
  given = 0;
  seats: Partial<BySeat<SeatChain>> = {};
  lines: string[] = [];
  comments: string[] = [];
  n = 0;
  turn = 0;
  hand = { home: 0, away: 0 };
  newest: Proof | null = null;
  over = false;
  private first: Link;

  constructor(
    readonly hidden = false,
    readonly links = 64,
  ) {
    this.server = new Chain(randomLink(), links);
    this.first = this.server.commitment;
  }

  get fair(): Fair {
    const holds = (seat: Seat) => this.seats[seat]?.all.at(-1)!.commitment ?? null;
    return {
      proof: 'chains-1',
      server: this.server.commitment,
      hidden: null,
      home: holds('home'),
      away: holds('away'),
      from: 1,
      rolls: this.n,
      hand: { ...this.hand },
    };
  }

  info(): TableInfo {
    const over = this.over ? { winner: 'home', reason: 'played' } : null;
    const seats = { home: person, away: person };
    return { id: this.id, game: 'toy', hidden: this.hidden, seats, over, fair: this.fair } as unknown as TableInfo;
  }

  welcome(role: Seat): Welcome {
    const log = this.lines.map((_, i) => ({ turn_no: i, said: [] }));
    const turn = { kind: 'chance', event: 'qb', seat: 'home', count: 2 } as const;
    const position = { turn_no: this.turn, turn, state: {} };
    return { type: 'welcome', role, table: this.info(), log, odds: null, proof: this.newest, ...position };
  }

  commit(chains: Partial<BySeat<Link>>) {
    for (const seat of SEATS) {
      const commitment = chains[seat];
      const own = this.seats[seat];
      if (!commitment || own?.all.at(-1)!.commitment === commitment) continue;
      if (own?.all.some((one) => one.commitment === commitment)) throw new Error('a chain is taken up again');
      this.seats[seat] = { all: [...(own?.all ?? []), { n: this.n + 1, commitment }], last: commitment };
    }
  }

  ask(asked: readonly Seat[]): Ask {
    const of = Object.fromEntries(asked.flatMap((seat) => (this.seats[seat] ? [[seat, this.seats[seat]!.last]] : [])));
    const lines = linesHash(this.lines);
    const sealed = this.hidden ? sealedBy(this.server.link(this.given + 1), lines) : null;
    const told = { lines: this.hidden ? null : lines, sealed, of, within: 2000 };
    return { type: 'ask', n: this.n + 1, event: 'qb', seat: 'home', turn_no: this.turn, ...told };
  }

  // Makes the roll from these links and tells of it.
  roll(links: Partial<BySeat<Link>>): Update {
    const seats = { home: links.home ?? null, away: links.away ?? null };
    const server = this.server.link(++this.given);
    const roll = { table: this.id, n: ++this.n, event: 'qb', lines: linesHash(this.lines) };
    const drew = numbersOf(seedOf(server, seats, roll), [6, 6]).map((value): Draw => [value, 6]);
    const tokens = drew.map(([value]) => String(value + 1));
    this.chainLines();
    this.comments.push(
      `;proof ${this.n} server=${server} home=${seats.home ?? '-'} away=${seats.away ?? '-'} drew=${drewText(drew)}`,
    );
    for (const seat of SEATS) this.counted(seat, seats[seat]);
    this.lines.push(rollLine('home', 'qb', tokens));
    const left_out = SEATS.filter((seat) => this.seats[seat] && !seats[seat]).map(
      (seat) => ({ seat, why: 'silent' }) as const,
    );
    const shown = { server: this.hidden && !this.over ? null : server, drew };
    this.newest = { n: this.n, hidden: false, ...seats, left_out, ...shown };
    return this.update({ cause: 'roll', fell: { event: 'qb', seat: 'home', tokens }, proof: this.newest });
  }

  private chainLines() {
    for (const seat of SEATS)
      for (const { n, commitment } of this.seats[seat]?.all.slice(1) ?? [])
        if (n === this.n) this.comments.push(`;chain ${n} ${seat}=${commitment}`);
  }

  private counted(seat: Seat, link: Link | null) {
    if (!link) return;
    if (before(link) !== this.seats[seat]!.last) throw new Error('a link does not lead to the one before');
    this.seats[seat]!.last = link;
    this.hand[seat]++;
  }

  choose(seat: Seat, action: string): Update {
    this.lines.push(choiceLine(seat, 'fourth-down', action));
    return this.update({ cause: 'choose', chose: [{ event: 'fourth-down', seat, action }] });
  }

  private update(what: Partial<Update>): Update {
    const turn = { kind: 'chance', event: 'qb', seat: 'home', count: 2 } as const;
    const position = { turn_no: ++this.turn, turn, state: {} };
    return { type: 'update', cause: '', by: 'home', said: [], table: this.info(), ...position, ...what };
  }

  get record(): string {
    const tag = (name: string, value?: string) => (value ? [`[${name} "${value}"]`] : []);
    return [
      ...tag('Game', 'toy'),
      ...tag('Dice', 'chains-1'),
      ...tag('Table', this.id),
      ...tag('DiceServer', this.first),
      ...tag('DiceHome', this.seats.home?.all[0]!.commitment),
      ...tag('DiceAway', this.seats.away?.all[0]!.commitment),
      '',
      '; home on offence, 0-0',
      ...this.lines,
      ...this.comments,
      '',
    ].join('\n');
  }
}

// What a witness says, carried to the dealer and back; the links that it gives are answered.
export function carry(dealer: Dealer, witness: Witness, say: Say[]): Partial<BySeat<Link>> {
  const links: Partial<BySeat<Link>> = {};
  for (const one of say) {
    if (one.cmd === 'commit') {
      dealer.commit(one.chains);
      witness.committed(one.chains, null);
      witness.table(dealer.info());
    } else {
      Object.assign(links, one.links);
      witness.linked(one.n, null);
    }
  }
  return links;
}

// One honest roll in which these witnesses take part.
export function play(dealer: Dealer, witnesses: Partial<BySeat<Witness>>) {
  const ask = dealer.ask(SEATS.filter((seat) => witnesses[seat]));
  const links: Partial<BySeat<Link>> = {};
  for (const witness of new Set(Object.values(witnesses)))
    Object.assign(links, carry(dealer, witness, witness.ask(ask)));
  const update = dealer.roll(links);
  for (const witness of new Set(Object.values(witnesses))) {
    const { say } = witness.update(update);
    carry(dealer, witness, say);
  }
  return update;
}
