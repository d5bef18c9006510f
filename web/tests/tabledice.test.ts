// The dice at a table, between the socket and the page: what is said when, and what is shown not before its time.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { prefs } from '../src/store/prefs.svelte';
import { TableStore } from '../src/store/table.svelte';
import { Dealer } from './dealer';

class Wire {
  static last: Wire;
  readyState = 1;
  sent: any[] = [];
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = () => {};
  constructor() {
    Wire.last = this;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  say(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  // The one request of this kind that was not looked at yet.
  take(cmd: string) {
    const at = this.sent.findIndex((one) => one.cmd === cmd);
    return at < 0 ? null : this.sent.splice(at, 1)[0];
  }
  answer(request: { request_id: string }, reply: object = { ok: true }) {
    this.say({ type: 'reply', request_id: request.request_id, ...reply });
  }
}

// As much of the browser's storage as is needed.
class Shelf {
  getItem(key: string): string | null {
    return (this as any)[key] ?? null;
  }
  setItem(key: string, value: string) {
    (this as any)[key] = value;
  }
  removeItem(key: string) {
    delete (this as any)[key];
  }
}

let dealer: Dealer;
let table: TableStore;
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

async function arrive() {
  table = new TableStore(dealer.id, 'secret', () => {});
  await pass();
  Wire.last.onopen();
}

async function sit() {
  await arrive();
  Wire.last.say(dealer.welcome('home'));
  const commit = Wire.last.take('commit');
  dealer.commit(commit.chains);
  Wire.last.answer(commit);
  await pass();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('localStorage', new Shelf());
  prefs.lang = 'en';
  prefs.pace = 'calm';
  dealer = new Dealer(false, 4096);
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('at a table whose dice prove themselves', () => {
  it('the seat commits when it has seen what the server committed to', async () => {
    await arrive();
    expect(Wire.last.take('hello')).not.toHaveProperty('chains');
    expect(Wire.last.take('commit')).toBeNull();
    Wire.last.say(dealer.welcome('home'));
    expect(Object.keys(Wire.last.take('commit').chains)).toEqual(['home']);
  });

  it('the first hello carries its commitment where the table was seen before', async () => {
    table = new TableStore(dealer.id, 'secret', () => {});
    table.fair.meet(dealer.info(), 'home');
    await pass();
    Wire.last.onopen();
    const { chains } = Wire.last.take('hello');
    dealer.commit(chains);
    Wire.last.say(dealer.welcome('home'));
    expect(Wire.last.take('commit')).toBeNull();
    Wire.last.say(dealer.ask(['home']));
    Wire.last.say(dealer.roll(Wire.last.take('link').links));
    await pass(5000);
    expect(table.fair.seal).toMatchObject({ n: 1, hands: ['server', 'home'], checked: 'yes' });
    expect(table.fair.faults).toEqual([]);
  });

  it('a link follows on its question at once, and the seal on the dice', async () => {
    await sit();
    Wire.last.say(dealer.ask(['home']));
    const { n, links } = Wire.last.take('link');
    expect(n).toBe(1);
    Wire.last.say(dealer.roll(links));
    await pass();
    expect(table.fair.seal).toBeNull();
    await pass(5000);
    expect(table.fair.seal).toMatchObject({ n: 1, hands: ['server', 'home'], checked: 'yes' });
    expect(table.fair.faults).toEqual([]);
  });

  it('a reload goes on with the same chain, in its first hello', async () => {
    await sit();
    Wire.last.say(dealer.ask(['home']));
    Wire.last.say(dealer.roll(Wire.last.take('link').links));
    table.close();
    await arrive();
    const { chains } = Wire.last.take('hello');
    expect(chains).toEqual({ home: dealer.seats.home!.all[0]!.commitment });
    Wire.last.say(dealer.welcome('home'));
    expect(Wire.last.take('commit')).toBeNull();
    Wire.last.say(dealer.ask(['home']));
    dealer.roll(Wire.last.take('link').links);
    expect(table.fair.seal?.n).toBe(1);
    expect(table.fair.faults).toEqual([]);
  });

  it('a chain that the server does not take with the hello is followed by a new one', async () => {
    await sit();
    table.close();
    await arrive();
    const hello = Wire.last.take('hello');
    Wire.last.answer(hello, { ok: false, error: { code: 'bad-request', message: 'replaced' } });
    const { chains } = Wire.last.take('commit') ?? {};
    expect(chains?.home).not.toBe(hello.chains.home);
  });

  it('what was found stays after a reload', async () => {
    await sit();
    Wire.last.say({ type: 'table', table: new Dealer().info() });
    expect(table.fair.faults).toEqual([{ kind: 'commitment', n: 1, party: 'server' }]);
    table.close();
    await arrive();
    expect(table.fair.faults.length).toBe(1);
  });

  it('a link is not sent again by a connection that comes back', async () => {
    await sit();
    Wire.last.say(dealer.ask(['home']));
    expect(Wire.last.take('link')).not.toBeNull();
    Wire.last.onclose();
    await pass(500);
    Wire.last.onopen();
    Wire.last.say(dealer.welcome('home'));
    expect(Wire.last.take('link')).toBeNull();
    // The question is: and gets the same answer.
    Wire.last.say(dealer.ask(['home']));
    expect(Wire.last.take('link')).not.toBeNull();
  });
});

describe('at a table without proof', () => {
  it('nothing is committed', async () => {
    await arrive();
    const welcome = dealer.welcome('home');
    welcome.table.fair = { proof: null, why: 'seed' };
    Wire.last.say(welcome);
    expect(Wire.last.sent.map((one) => one.cmd)).toEqual(['hello']);
    expect(table.fair.seal).toBeNull();
  });
});
