import { flushSync } from 'svelte';
import { effect, root } from './effects.svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Odds, Position, TableInfo, Turn, Update } from '../src/net/types';
import { prefs } from '../src/store/prefs.svelte';
import { TableStore } from '../src/store/table.svelte';

// The server's side of the one socket that the table opens.
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
}

const seat = { who: 'person', name: null, present: true, away_since: null, open: false } as const;
const info = (turn_no: number, home: number, more: Partial<TableInfo> = {}) =>
  ({
    id: 'x',
    game: 'toy',
    options: {},
    odds: true,
    hidden: false,
    dice: 'server',
    seats: { home: seat, away: { ...seat, who: 'computer', bot: 'coach' } },
    offers: [],
    watching: 0,
    turn_no,
    claim_in: null,
    over: null,
    score: { home, away: 0 },
    ...more,
  }) as unknown as TableInfo;
const chance: Turn = { kind: 'chance', event: 'roll', seat: 'home', count: 1 };
const position = (turn_no: number, home: number): Position => ({
  turn_no,
  turn: chance,
  state: { score: { home, away: 0 }, ball: turn_no * 10 },
});
const odds = (turn_no: number, home: number): Odds & { type: 'odds' } => ({
  type: 'odds',
  turn_no,
  odds: { home, draw: 0, away: 1 - home },
  method: 'exact',
  error: 0,
});
const rolled = (turn_no: number, token: string, home: number, table: Partial<TableInfo> = {}): Update => ({
  type: 'update',
  ...position(turn_no, home),
  cause: 'roll',
  by: 'home',
  fell: { event: 'roll', tokens: [token], seat: 'home' },
  happened: [{ what: 'play', seat: 'home' }],
  said: [`${token} fell`],
  table: info(turn_no, home, table),
});

let table: TableStore;
let story: string[];
let stop: () => void;

// Notes every change of what a person can see or hear, in the order in which it comes.
function watch() {
  const seen: Record<string, string> = {};
  const shown = {
    dice: () => table.tray.map((one) => `${one.tokens}${one.moving ? ' rolls' : ' lies'}`).join(),
    ball: () => `${table.state.ball}`,
    board: () => `turn ${table.shown?.turn_no}`,
    score: () => `${table.state.score?.home} to ${table.state.score?.away}`,
    bar: () => (table.odds ? `${table.odds.odds.home}${table.oddsEarlier ? ' earlier' : ''}` : ''),
    told: () => table.log.flatMap((one) => one.said).join(),
    result: () => `${table.table?.score?.home}${table.table?.over ? ' over' : ''}`,
  };
  return root(() => {
    for (const [what, read] of Object.entries(shown))
      effect(() => {
        const now = read();
        if (seen[what] !== undefined && seen[what] !== now) story.push(`${what}: ${now}`);
        seen[what] = now;
      });
  });
}

// Lets everything happen that needs no time, then as much time pass.
async function pass(ms = 0) {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' });
  vi.stubGlobal('document', { hidden: false });
  prefs.lang = 'en';
  story = [];
  table = new TableStore('x', 'token', () => {});
  Wire.last.onopen();
  Wire.last.say({ type: 'welcome', ...position(1, 0), role: 'home', table: info(1, 0), log: [], odds: odds(1, 0.5) });
  stop = watch();
  await pass();
});

afterEach(() => {
  stop();
  table.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('what a choice decides of a roll', () => {
  it('is told with the dice that lie there', async () => {
    Wire.last.say({ ...rolled(2, 'six', 0), turn: { kind: 'choice', event: 'chip', seat: 'home', actions: ['use'] } });
    await pass(20_000);
    expect(table.tray.map((one) => one.happened?.map(({ what }) => what))).toEqual([['play']]);
    Wire.last.say({
      ...rolled(3, '', 0),
      fell: undefined,
      chose: [{ event: 'chip', seat: 'home', action: 'use' }],
      happened: [{ what: 'beat', seat: 'home' }],
    });
    await pass(20_000);
    expect(table.tray.map((one) => one.happened?.map(({ what }) => what))).toEqual([['play', 'beat']]);
  });
});

describe('a side of several people', () => {
  const names = ['Ann', 'Bo'];
  const row = (hand: number, there = [true, true]) => ({
    ...seat,
    members: names.map((name, i) => ({ name, badge: null, present: there[i]!, open: false })),
    hand,
  });
  const seats = (hand: number, there?: boolean[]) => ({
    seats: { home: row(hand, there), away: { ...seat, who: 'computer', bot: 'coach' } } as any,
  });
  const sit = (member: number, table: Partial<TableInfo>) =>
    Wire.last.say({
      type: 'welcome',
      ...position(1, 0),
      role: 'home',
      members: { home: [member] },
      table: info(1, 0, table),
      log: [],
      odds: null,
    });

  it('acts by the one whose hand it is, or by another while that one is away', () => {
    sit(0, seats(0));
    expect(table.acting).toEqual(['home']);
    sit(1, seats(0));
    expect(table.acting).toEqual([]);
    Wire.last.say({ type: 'table', table: info(1, 0, seats(0, [false, true])) });
    expect(table.acting).toEqual(['home']);
  });

  it('shows the next hand when the board shows its turn', async () => {
    sit(0, seats(0));
    Wire.last.say(rolled(2, 'T', 0, seats(1)));
    await pass();
    expect(table.table?.seats.home.hand).toBe(0);
    await pass(9000);
    expect(table.table?.seats.home.hand).toBe(1);
    expect(table.acting).toEqual([]);
  });
});

describe('a table tells nothing before its dice do', () => {
  it('shows the dice, the way of the ball, the score, what is said, and last the bar', async () => {
    Wire.last.say(rolled(2, 'TD', 7, { over: { winner: 'home', reason: 'played' } }));
    Wire.last.say(odds(2, 0.9));
    await pass();
    expect(story).toEqual(['dice: TD rolls']);
    await pass(5000);
    expect(story.slice(0, 2)).toEqual(['dice: TD rolls', 'dice: TD lies']);
    expect(story.slice(2)).toEqual([
      'ball: 20',
      'board: turn 2',
      'score: 7 to 0',
      'told: TD fell',
      'result: 7 over',
      'bar: 0.9',
    ]);
  });

  it('keeps the odds of each turn of a long drive for that turn', async () => {
    for (const turn of [2, 3, 4]) Wire.last.say(rolled(turn, `T${turn}`, 0));
    Wire.last.say(odds(4, 0.2));
    Wire.last.say(odds(3, 0.3));
    await pass(20_000);
    const bar = (turn: number) => story.slice(story.indexOf(`board: turn ${turn}`));
    expect(story.filter((line) => line.startsWith('bar'))).toEqual(['bar: 0.5 earlier', 'bar: 0.3', 'bar: 0.2']);
    expect(story.indexOf('bar: 0.3')).toBeGreaterThan(story.indexOf('dice: T3 lies'));
    expect(story.indexOf('bar: 0.3')).toBeLessThan(story.indexOf('dice: T4 rolls'));
    expect(story.indexOf('bar: 0.2')).toBeGreaterThan(story.indexOf('dice: T4 lies'));
    expect(bar(4)).toContain('bar: 0.2');
  });

  it('calls odds exact only for the position that is shown', async () => {
    Wire.last.say(rolled(2, 'NG', 0));
    await pass(5000);
    expect(table.oddsEarlier).toBe(true);
    Wire.last.say(odds(2, 0.4));
    await pass();
    expect([table.odds?.odds.home, table.oddsEarlier]).toEqual([0.4, false]);
  });

  it('drops the odds of a turn that has gone by', async () => {
    Wire.last.say(rolled(2, 'NG', 0));
    Wire.last.say(rolled(3, 'NG', 0));
    await pass(10_000);
    Wire.last.say(odds(2, 0.1));
    await pass();
    expect(table.odds?.odds.home).toBe(0.5);
    Wire.last.say(odds(3, 0.6));
    await pass();
    expect(table.odds?.odds.home).toBe(0.6);
  });

  it('hears at once who has left, but not the score of what still rolls', async () => {
    Wire.last.say(rolled(2, 'TD', 7));
    Wire.last.say({ type: 'table', table: info(2, 7, { watching: 3 }) });
    await pass();
    expect(story).toEqual(['dice: TD rolls']);
    expect(table.table?.watching).toBe(3);
    await pass(5000);
    expect(table.table?.watching).toBe(3);
    expect(table.table?.score?.home).toBe(7);
  });

  it('shows an old roll no further when the whole position has come', async () => {
    Wire.last.say(rolled(2, 'NG', 0));
    await pass();
    const log = [{ turn_no: 2, said: ['NG fell'] }];
    Wire.last.say({ type: 'welcome', ...position(5, 3), role: 'home', table: info(5, 3), log, odds: odds(5, 0.7) });
    await pass(5000);
    expect([table.shown?.turn_no, table.odds?.odds.home, table.log]).toEqual([5, 0.7, log]);
  });
});

describe('a refused request', () => {
  const answer = (error: object) => {
    const asked = Wire.last.sent.at(-1);
    Wire.last.say({ type: 'reply', request_id: asked.request_id, ok: false, error });
  };

  it('that came too late is told, and the position that it carries can be played', async () => {
    const choice: Turn = { kind: 'choice', event: 'fourth-down', seat: 'home', actions: ['go', 'punt'] };
    void table.choose('go');
    answer({ code: 'stale-turn', message: 'turn 1 was meant', ...position(3, 0), turn: choice });
    await pass();
    expect(table.refusal?.code).toBe('stale-turn');
    expect(table.turn).toEqual(choice);
    expect(table.acting).toEqual(['home']);
    expect(Wire.last.sent.at(-1).cmd).toBe('hello');
    void table.choose('punt');
    expect(Wire.last.sent.at(-1)).toMatchObject({ cmd: 'choose', action: 'punt', turn_no: 3 });
    expect(table.refusal).toBeNull();
  });

  it('that came too late does not overtake the updates that are being shown', async () => {
    void table.roll();
    Wire.last.say(rolled(2, 'TD', 7));
    answer({ code: 'stale-turn', message: 'turn 1 was meant', ...position(2, 7) });
    await pass();
    expect(table.refusal?.code).toBe('stale-turn');
    expect(story).toEqual(['dice: TD rolls']);
    await pass(5000);
    expect(table.shown?.turn_no).toBe(2);
  });

  it('is asked again by itself where that is soon, otherwise the person is told when', async () => {
    void table.roll();
    answer({ code: 'busy', message: 'busy', retry_after: 1 });
    await pass(1000);
    expect(Wire.last.sent.filter((message) => message.cmd === 'roll')).toHaveLength(2);
    expect(table.refusal).toBeNull();
    answer({ code: 'busy', message: 'busy', retry_after: 30 });
    await pass();
    expect(table.refusal?.retry_after).toBe(30);
    expect(table.acting).toEqual(['home']);
  });
});
