// What the browser does with its chain, and what it sees of a server that cheats.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Chain, randomLink } from '../src/fair/chain';
import type { Kept, Keeper } from '../src/fair/kept';
import { verifyRecord } from '../src/fair/record';
import { Witness } from '../src/fair/witness';
import type { Proof, Seat, Update } from '../src/net/types';
import { carry, Dealer, play } from './dealer';

// The same links in every run: what is forged would fit by chance now and then.
let drawn = 0;
beforeEach(() => {
  drawn = 0;
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    (bytes as unknown as Uint8Array).fill(++drawn);
    return bytes;
  });
});

// As the storage of a browser: what is kept is text.
function shelf(): Keeper & { text: string } {
  return {
    text: 'null',
    load() {
      return JSON.parse(this.text) as Kept | null;
    },
    save(kept) {
      this.text = JSON.stringify(kept);
    },
  };
}

// A clock that stands still.
const browser = (dealer: Dealer, keeper = shelf(), now = () => 1000) =>
  new Witness(dealer.id, keeper, dealer.links, now);

function sit(dealer: Dealer, witness: Witness, seat: Seat) {
  carry(dealer, witness, witness.welcome(dealer.welcome(seat), [seat]));
  return witness;
}

function two(hidden = false) {
  const dealer = new Dealer(hidden);
  const home = sit(dealer, browser(dealer), 'home');
  const away = sit(dealer, browser(dealer), 'away');
  home.table(dealer.info());
  return { dealer, home, away };
}

const bent = (update: Update, change: Partial<Proof>): Update => ({
  ...update,
  proof: { ...update.proof!, ...change },
});

describe('an honest server', () => {
  it('is found honest, roll by roll and at the end', () => {
    const { dealer, home, away } = two();
    for (let i = 0; i < 12; i++) {
      play(dealer, { home, away });
      expect(home.seal).toEqual({ n: i + 1, hands: ['server', 'home', 'away'], out: [], checked: 'yes' });
      if (i % 3 === 0) {
        const choice = dealer.choose('home', 'go for it');
        home.choosing('home', 'go for it');
        for (const one of [home, away]) one.update(choice);
        home.chosen('home', null);
      }
    }
    for (const one of [home, away]) {
      const { record, faults } = one.check(dealer.record);
      expect(record).toMatchObject({ ok: true, rolls: 12, hand: { server: 12, home: 12, away: 12 } });
      expect([faults, one.faults]).toEqual([[], []]);
    }
  });

  it('is checked at the end where something is hidden', () => {
    const { dealer, home, away } = two(true);
    for (let i = 0; i < 4; i++) play(dealer, { home, away });
    expect(home.seal?.checked).toBe('later');
    dealer.over = true;
    play(dealer, { home, away });
    expect(home.seal?.checked).toBe('later');
    expect(home.check(dealer.record)).toMatchObject({ record: { ok: true, rolls: 5 }, faults: [] });
    expect(home.faults).toEqual([]);
  });

  it('may hide nothing in the end that it had sealed otherwise', () => {
    const { dealer, home, away } = two(true);
    play(dealer, { home, away });
    const ask = dealer.ask(['home', 'away']);
    const links = { ...carry(dealer, home, home.ask(ask)), ...carry(dealer, away, away.ask(ask)) };
    dealer.choose('home', 'after it knew the links');
    home.update(dealer.roll(links));
    expect(home.check(dealer.record).faults).toContainEqual({ kind: 'record', n: 2, party: null });
  });

  it('goes on with the same chain after a reload, in the middle of a roll too', () => {
    const { dealer, away } = two();
    const keeper = shelf();
    const home = sit(dealer, browser(dealer, keeper), 'home');
    play(dealer, { home, away });
    const ask = dealer.ask(['home', 'away']);
    const first = carry(dealer, home, home.ask(ask));
    const again = browser(dealer, keeper);
    expect(again.hello()).toEqual({ home: dealer.seats.home!.all.at(-1)!.commitment });
    expect(again.welcome(dealer.welcome('home'), ['home'])).toEqual([]);
    expect(carry(dealer, again, again.ask(ask))).toEqual(first);
    again.update(dealer.roll({ ...first, ...carry(dealer, away, away.ask(ask)) }));
    play(dealer, { home: again, away });
    expect(dealer.seats.home!.all.length).toBe(2);
    expect(again.check(dealer.record).record).toMatchObject({ ok: true, rolls: 3 });
    expect(again.faults).toEqual([]);
  });

  it('is not suspected by one who was away for a while, with or without its own link in the last roll', () => {
    const { dealer, home, away } = two();
    play(dealer, { home, away });
    const ask = dealer.ask(['home', 'away']);
    carry(dealer, home, home.ask(ask));
    dealer.roll(carry(dealer, away, away.ask(ask)));
    const carried = home.hello();
    expect(carried).toEqual({ home: dealer.seats.home!.all.at(-1)!.commitment });
    // Its link for roll 2 is known and did not count: a new chain follows at once.
    const say = home.welcome(dealer.welcome('home'), ['home']);
    expect(say).toMatchObject([{ cmd: 'commit' }]);
    carry(dealer, home, say);
    play(dealer, { away });
    play(dealer, { away });
    home.hello();
    home.welcome(dealer.welcome('home'), ['home']);
    home.lines(dealer.record, dealer.turn);
    play(dealer, { home, away });
    expect(home.seal).toMatchObject({ n: 5, hands: ['server', 'home', 'away'], checked: 'yes' });
    expect(home.faults).toEqual([]);
    expect(home.check(dealer.record)).toMatchObject({ record: { ok: true, rolls: 5 }, faults: [] });
  });

  it('lets a second browser take the seat over, and the first comes back when it acts', () => {
    const { dealer, home, away } = two();
    play(dealer, { home, away });
    const phone = sit(dealer, browser(dealer), 'home');
    phone.lines(dealer.record, dealer.turn);
    for (const one of [home, away]) one.table(dealer.info());
    const ask = dealer.ask(['home', 'away']);
    expect(home.ask(ask)).toEqual([]);
    const links = { ...carry(dealer, phone, phone.ask(ask)), ...carry(dealer, away, away.ask(ask)) };
    const update = dealer.roll(links);
    for (const one of [home, phone, away])
      expect(one.update(update)).toMatchObject({ seal: { checked: 'yes' }, say: [] });
    carry(dealer, home, home.acts());
    for (const one of [phone, away]) one.table(dealer.info());
    play(dealer, { home, away });
    expect(home.seal?.hands).toContain('home');
    expect([home.faults, phone.faults]).toEqual([[], []]);
    expect(dealer.seats.home!.all.length).toBe(3);
    expect(verifyRecord(dealer.record, dealer.links)).toMatchObject({ ok: true, hand: { home: 3 } });
  });

  it('is given links by one browser of a side, the one that speaks for it', () => {
    const { dealer, home, away } = two();
    const mate = browser(dealer);
    carry(dealer, mate, mate.welcome(dealer.welcome('home'), []));
    const roll = (speaker: Witness, other: Witness) => {
      const ask = dealer.ask(['home', 'away']);
      expect(other.ask(ask)).toEqual([]);
      const update = dealer.roll({
        ...carry(dealer, speaker, speaker.ask(ask)),
        ...carry(dealer, away, away.ask(ask)),
      });
      for (const one of [speaker, other, away]) expect(one.update(update).say).toEqual([]);
    };
    expect(mate.acts()).toEqual([]);
    roll(home, mate);
    // The hand passes on: the mate commits, and the first one leaves it at that, even where it acts or comes back.
    expect(home.speaks([])).toEqual([]);
    carry(dealer, mate, mate.speaks(['home']));
    for (const one of [home, away]) one.table(dealer.info());
    expect([home.acts(), mate.speaks(['home']), home.hello('later')]).toEqual([[], [], undefined]);
    roll(mate, home);
    carry(dealer, home, home.speaks(['home']));
    expect(mate.speaks([])).toEqual([]);
    for (const one of [mate, away]) one.table(dealer.info());
    roll(home, mate);
    expect([home.faults, mate.faults, away.faults]).toEqual([[], [], []]);
    expect(verifyRecord(dealer.record, dealer.links)).toMatchObject({ ok: true, hand: { home: 3, away: 3 } });
  });

  it('may tell of the new chain of a second browser before it welcomes it', () => {
    const { dealer, home, away } = two();
    for (let i = 0; i < 2; i++) play(dealer, { home, away });
    const phone = browser(dealer);
    phone.meet(dealer.info(), ['home']);
    dealer.commit(phone.hello()!);
    for (const one of [phone, home, away]) one.table(dealer.info());
    expect(phone.welcome(dealer.welcome('home'), ['home'])).toEqual([]);
    play(dealer, { home: phone, away });
    expect(phone.seal).toMatchObject({ n: 3, hands: ['server', 'home', 'away'], checked: 'yes' });
    expect([phone.faults, away.faults]).toEqual([[], []]);
  });

  it('lets two tabs share one chain', () => {
    const { dealer, away } = two();
    const keeper = shelf();
    const one = sit(dealer, browser(dealer, keeper), 'home');
    const other = browser(dealer, keeper);
    other.hello();
    other.welcome(dealer.welcome('home'), ['home']);
    for (let i = 0; i < 3; i++) {
      const ask = dealer.ask(['home', 'away']);
      const links = carry(dealer, one, one.ask(ask));
      expect(carry(dealer, other, other.ask(ask))).toEqual(links);
      const update = dealer.roll({ ...links, ...carry(dealer, away, away.ask(ask)) });
      const seals = [one, other].map((each) => each.update(update).seal);
      expect(seals[1]).toEqual(seals[0]);
    }
    expect([one.faults, other.faults]).toEqual([[], []]);
  });

  it('gets a new chain when one is used up', () => {
    const dealer = new Dealer(false, 5);
    dealer.server = new Chain(randomLink(), 64);
    const home = sit(dealer, browser(dealer), 'home');
    for (let i = 0; i < 12; i++) play(dealer, { home });
    expect(dealer.seats.home!.all.length).toBe(3);
    expect(home.faults).toEqual([]);
  });

  it('may lose one answer to the network, but not again and again', () => {
    const { dealer, away } = two();
    let clock = 0;
    const home = sit(
      dealer,
      browser(dealer, shelf(), () => clock),
      'home',
    );
    const lose = () => {
      const ask = dealer.ask(['home', 'away']);
      expect(home.ask(ask)).toMatchObject([{ cmd: 'link' }]);
      clock += 2100;
      carry(dealer, home, home.update(dealer.roll(carry(dealer, away, away.ask(ask)))).say);
    };
    lose();
    expect(home.faults).toEqual([]);
    expect(home.seal?.out).toEqual([{ seat: 'home', why: 'silent' }]);
    lose();
    expect(home.faults).toEqual([{ kind: 'left-out', n: 2, party: 'home' }]);
  });
});

describe('a server that cheats is seen', () => {
  it('choosing its link after those of the seats', () => {
    const { dealer, home, away } = two();
    play(dealer, { home, away });
    dealer.server = new Chain(randomLink(), dealer.links);
    const ask = dealer.ask(['home', 'away']);
    const links = { ...carry(dealer, home, home.ask(ask)), ...carry(dealer, away, away.ask(ask)) };
    const { seal } = home.update(dealer.roll(links));
    expect(seal?.checked).toBe('no');
    expect(home.faults).toContainEqual({ kind: 'link', n: 2, party: 'server' });
    expect(home.check(dealer.record).record).toMatchObject({ ok: false, why: 'link', roll: 2, party: 'server' });
  });

  it('swapping its commitment', () => {
    const { dealer, home } = two();
    dealer.server = new Chain(randomLink(), dealer.links);
    home.table(dealer.info());
    expect(home.faults).toEqual([{ kind: 'commitment', n: 1, party: 'server' }]);
  });

  it('swapping its commitment while the browser is away', () => {
    const { dealer } = two();
    const keeper = shelf();
    const home = sit(dealer, browser(dealer, keeper), 'home');
    play(dealer, { home });
    dealer.server = new Chain(randomLink(), dealer.links);
    const again = browser(dealer, keeper);
    again.hello();
    again.welcome(dealer.welcome('home'), ['home']);
    expect(again.faults).toEqual([{ kind: 'commitment', n: 2, party: 'server' }]);
  });

  it('writing another chain of its own into the record', () => {
    const { dealer, home, away } = two();
    play(dealer, { home, away });
    const other = two();
    play(other.dealer, { home: other.home, away: other.away });
    expect(home.check(other.dealer.record).faults).toEqual([
      { kind: 'record', n: null, party: 'server' },
      { kind: 'record', n: 1, party: null },
    ]);
  });

  it('forging a line of the record', () => {
    const { dealer, home, away } = two();
    for (let i = 0; i < 3; i++) play(dealer, { home, away });
    const forged = dealer.record.replace(/rolls qb: .*/, 'rolls qb: 6 7');
    expect(home.check(forged).record).toMatchObject({ ok: false, why: 'numbers', roll: 2 });
    const last = dealer.record.replace(/(.*)rolls qb: .*?\n;/s, '$1rolls qb: 6 7\n;');
    expect(home.check(last)).toMatchObject({ record: { ok: true }, faults: [{ kind: 'record', n: 3 }] });
  });

  it('changing what was chosen before it asks for the links', () => {
    const { dealer, home } = two();
    const choice = dealer.choose('home', 'go');
    home.choosing('home', 'go');
    home.update(choice);
    home.chosen('home', null);
    dealer.lines = [dealer.lines[0]!.replace('go', 'punt')];
    home.ask(dealer.ask(['home']));
    expect(home.faults).toEqual([{ kind: 'lines', n: 1, party: null }]);
  });

  it('changing what was before while the browser is away', () => {
    const { dealer, home, away } = two();
    play(dealer, { home, away });
    dealer.choose('away', 'punt');
    home.hello();
    home.welcome(dealer.welcome('home'), ['home']);
    expect(home.wants).toBe(true);
    home.lines(dealer.record.replace(/rolls qb: .*/, 'rolls qb: 6 7'), dealer.turn);
    expect(home.wants).toBe(false);
    expect(home.faults).toEqual([{ kind: 'lines', n: 1, party: null }]);
  });

  it('showing another choice than the one that was made', () => {
    const { dealer, home } = two();
    home.choosing('home', 'go');
    home.update(dealer.choose('home', 'punt'));
    home.chosen('home', null);
    expect(home.faults).toEqual([{ kind: 'choice', n: 1, party: 'home' }]);
    home.choosing('home', 'go');
    home.update(dealer.choose('home', 'punt'));
    home.chosen('home', { code: 'stale-turn', message: '' });
    expect(home.faults.length).toBe(1);
  });

  it('leaving out a seat that has answered', () => {
    const { dealer, home, away } = two();
    const ask = dealer.ask(['home', 'away']);
    carry(dealer, home, home.ask(ask));
    const { seal, say } = home.update(dealer.roll(carry(dealer, away, away.ask(ask))));
    expect(home.faults).toEqual([{ kind: 'left-out', n: 1, party: 'home' }]);
    expect(seal).toMatchObject({ checked: 'no', hands: ['server', 'away'] });
    // The link is known: it is never used again.
    expect(say).toMatchObject([{ cmd: 'commit' }]);
  });

  it('leaving out a seat without asking it', () => {
    const { dealer, home, away } = two();
    const ask = dealer.ask(['away']);
    expect(home.ask(ask)).toEqual([]);
    home.update(dealer.roll(carry(dealer, away, away.ask(ask))));
    expect(home.faults).toEqual([{ kind: 'left-out', n: 1, party: 'home' }]);
  });

  it('asking twice for one roll, to roll twice', () => {
    const { dealer, home } = two();
    const ask = dealer.ask(['home']);
    expect(carry(dealer, home, home.ask(ask))).toHaveProperty('home');
    const other = { ...ask, lines: ask.lines!.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) };
    expect(home.ask(other)).toEqual([]);
    expect(home.faults).toEqual([{ kind: 'asked-twice', n: 1, party: null }]);
  });

  it('asking again for a roll that was made', () => {
    const { dealer, home, away } = two();
    play(dealer, { home, away });
    dealer.n--;
    expect(home.ask(dealer.ask(['home']))).toEqual([]);
    expect(home.faults).toEqual([{ kind: 'asked-twice', n: 1, party: null }]);
  });

  it('showing a roll a second time with another result', () => {
    const { dealer, home, away } = two();
    const update = play(dealer, { home, away });
    home.update(bent({ ...update, turn_no: 2 }, { drew: [[5, 6]] }));
    expect(home.faults).toEqual([{ kind: 'changed', n: 1, party: null }]);
  });

  it('forgetting a roll', () => {
    const { dealer, home, away } = two();
    const before = dealer.welcome('home');
    play(dealer, { home, away });
    play(dealer, { home, away });
    home.hello();
    home.welcome({ ...before, table: dealer.info(), proof: { ...dealer.newest!, n: 1 } }, ['home']);
    expect(home.faults).toContainEqual({ kind: 'changed', n: 2, party: null });
  });

  it('showing numbers that do not follow', () => {
    const { dealer, home, away } = two();
    const ask = dealer.ask(['home', 'away']);
    const links = { ...carry(dealer, home, home.ask(ask)), ...carry(dealer, away, away.ask(ask)) };
    const update = dealer.roll(links);
    const [first, second] = update.proof!.drew!;
    home.update(bent(update, { drew: [[(first![0] + 1) % 6, 6], second!] }));
    expect(home.faults).toEqual([{ kind: 'numbers', n: 1, party: null }]);
  });

  it('using a link of the seat that is none of its chain', () => {
    const { dealer, home, away } = two();
    const ask = dealer.ask(['home', 'away']);
    const links = { ...carry(dealer, home, home.ask(ask)), ...carry(dealer, away, away.ask(ask)) };
    home.update(bent(dealer.roll(links), { home: randomLink() }));
    expect(home.faults).toContainEqual({ kind: 'link', n: 1, party: 'home' });
    expect(home.faults).toContainEqual({ kind: 'numbers', n: 1, party: null });
  });

  it('no longer proving its dice', () => {
    const { dealer, home, away } = two();
    play(dealer, { home, away });
    home.table({ fair: { proof: null, why: 'lost' } });
    expect(home.faults).toEqual([{ kind: 'given-up', n: 1, party: null }]);
  });

  it('and stays seen after a reload', () => {
    const { dealer } = two();
    const keeper = shelf();
    const home = sit(dealer, browser(dealer, keeper), 'home');
    dealer.server = new Chain(randomLink(), dealer.links);
    home.table(dealer.info());
    expect(browser(dealer, keeper).faults).toEqual([{ kind: 'commitment', n: 1, party: 'server' }]);
  });
});

describe('the record alone', () => {
  const honest = () => {
    const { dealer, home, away } = two();
    for (let i = 0; i < 4; i++) play(dealer, { home, away });
    return dealer;
  };
  const why = (dealer: Dealer, record: string) => {
    const verdict = verifyRecord(record, dealer.links);
    return verdict.ok ? 'holds' : verdict.why;
  };
  const cases: [string, string, (record: string) => string][] = [
    ['no proof at all', 'none', (record) => record.replace(/\[Dice .*\n/, '')],
    ['another kind of proof', 'kind', (record) => record.replace('chains-1', 'chains-2')],
    ['no commitment of the server', 'tags', (record) => record.replace(/\[DiceServer.*\n/, '')],
    ['a proof that cannot be read', 'form', (record) => record.replace(' drew=', ' threw=')],
    ['a proof that is missing', 'missing', (record) => record.replace(/;proof 4.*\n/, '')],
    ['proofs in another order', 'order', (record) => record.replace(/(;proof 2.*\n)(;proof 3.*\n)/, '$2$1')],
    ['a proof too many', 'order', (record) => record + record.match(/;proof 4.*\n/)![0].replace('proof 4', 'proof 5')],
    [
      'a new chain of the server',
      'chain',
      (record) => record.replace(';proof 3', `;chain 3 server=${randomLink()}\n;proof 3`),
    ],
    ['a seat that never committed', 'uncommitted', (record) => record.replace(/\[DiceAway.*\n/, '')],
    ['another commitment of a seat', 'link', (record) => record.replace(/DiceHome ".*"/, `DiceHome "${randomLink()}"`)],
    ['another table', 'numbers', (record) => record.replace(/Table ".*"/, 'Table "x"')],
  ];
  for (const [name, wanted, bend] of cases)
    it(`is found out: ${name}`, () => {
      const dealer = honest();
      expect(why(dealer, dealer.record)).toBe('holds');
      expect(why(dealer, bend(dealer.record))).toBe(wanted);
    });

  it('may end with a commitment for a roll that never came', () => {
    const dealer = honest();
    expect(why(dealer, `${dealer.record};chain 5 home=${randomLink()}\n`)).toBe('holds');
  });
});
