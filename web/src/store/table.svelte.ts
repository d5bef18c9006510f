// One table as this browser sees it: the position that is shown, the tray, the play-by-play, and what may be done.
import { TableSocket, type Connection, type Reply } from '../net/socket';
import type {
  Advice,
  Chose,
  Odds,
  Offer,
  Position,
  Refusal,
  Role,
  Seat,
  ServerMessage,
  State,
  TableInfo,
  Turn,
  Update,
  View,
  Welcome,
} from '../net/types';
import { CALL_MS, HOLD_MS, MOVE_MS, Pace, ROLL_MS } from './pace';
import { prefs, still } from './prefs.svelte';
import { begins, follow, standing, tells, turnedOver } from './steps';
import * as sound from '../sound';

export interface Throw<S = State> {
  key: number;
  event: string;
  tokens: string[];
  moving: boolean;
  seat: Seat | null;
  before: S;
}

export interface Trail {
  offense: Seat | null;
  spots: number[];
}

const LONGEST_TRAY = 8;
// Refusals that say when to come back; where that is soon the page does, and nobody is bothered.
const PATIENT = new Set(['too-fast', 'busy']);
const SOON_SECONDS = 3;

export class TableStore {
  connection = $state<Connection>('connecting');
  role = $state<Role>('spectator');
  table = $state<TableInfo | null>(null);
  shown = $state<Position | null>(null);
  tray = $state<Throw[]>([]);
  call = $state<Chose | null>(null);
  log = $state<{ turn_no: number; said: string[] }[]>([]);
  odds = $state<Odds | null>(null);
  advice = $state<Advice | null>(null);
  trail = $state<Trail>({ offense: null, spots: [] });
  turnedUp = $state<Partial<Record<Seat, string>> | null>(null);
  refusal = $state<Refusal | null>(null);
  bye = $state<string | null>(null);
  view = $state<View | null>(null);
  busy = $state(false);
  asking = $state(false);
  latest = $state(0);
  heardAt = $state(0);
  toldAt = $state(0);

  private socket: TableSocket;
  private pace: Pace<Update>;
  private throws = 0;
  // Whether the next throw begins a tray of its own.
  private cleared = false;
  // Odds of turns that are not shown yet.
  private coming: Odds[] = [];
  // Grows when the server tells the whole position: what was being shown before is then shown no further.
  private round = 0;

  constructor(
    readonly id: string,
    token: string | undefined,
    private denied: (code: string) => void,
  ) {
    this.pace = new Pace<Update>(
      (update, wait, more) => this.show(update, wait, more),
      () => (this.busy = false),
      {
        later: (run, ms) => setTimeout(run, ms),
        cancel: (handle) => clearTimeout(handle),
        still: () => still() || document.hidden,
      },
    );
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.socket = new TableSocket(
      `${scheme}://${location.host}/ws/${encodeURIComponent(id)}`,
      { token, lang: prefs.lang, ...(prefs.name ? { name: prefs.name } : {}) },
      (message) => this.hear(message),
      (connection) => (this.connection = connection),
      (refusal) => (this.refusal = refusal),
    );
  }

  get turn(): Turn | null {
    return this.shown?.turn ?? null;
  }

  get state(): State {
    return this.shown?.state ?? {};
  }

  // Whether the odds belong to an earlier position than the board shows.
  get oddsEarlier(): boolean {
    return this.odds?.turn_no !== undefined && this.odds.turn_no < (this.shown?.turn_no ?? 0);
  }

  // The seats for which this browser may act in the turn that is shown.
  get acting(): Seat[] {
    const turn = this.turn;
    if (!turn || turn.kind === 'over' || this.table?.over || this.busy || this.asking) return [];
    if (this.connection !== 'open' || this.role === 'spectator') return [];
    const seats = turn.kind === 'secret' ? turn.seats : [turn.seat];
    return seats.filter((seat) => this.holds(seat));
  }

  holds(seat: Seat): boolean {
    if (this.role === seat) return true;
    return this.role === 'both' && this.table?.seats[seat].who === 'person';
  }

  get over(): boolean {
    return this.turn?.kind === 'over' || (!!this.table?.over && !this.busy);
  }

  skip() {
    this.pace.skip();
  }

  wake() {
    this.socket.wake();
  }

  close() {
    this.pace.clear();
    this.socket.close();
  }

  lang() {
    this.socket.greet({ lang: prefs.lang });
  }

  name(name: string) {
    this.socket.greet({ name });
  }

  look(view: View) {
    this.view = view;
    this.socket.greet({ view });
  }

  roll(tokens?: string[]): Promise<Reply> {
    return this.change('roll', tokens ? { tokens } : {});
  }

  choose(action: string, seat?: Seat): Promise<Reply> {
    return this.change('choose', seat ? { action, seat } : { action });
  }

  undo = () => this.change('undo');
  resign = (seat?: Seat) => this.change('resign', seat ? { seat } : {});
  claim = (as: 'win' | 'computer') => this.change('claim', { as });
  offer = (what: Offer) => this.ask('offer', { what });
  answer = (what: Offer, agree: boolean) => this.ask('answer', { what, agree });
  next = () => this.ask('next');

  async advise() {
    const reply = await this.ask('advise');
    if (reply.ok && (reply.turn_no ?? this.latest) === this.shown?.turn_no)
      this.advice = {
        actions: reply.actions,
        method: reply.method,
        error: reply.error as unknown as number,
        turn_no: reply.turn_no ?? this.latest,
      };
  }

  private async change(cmd: string, fields: Record<string, unknown> = {}): Promise<Reply> {
    this.asking = true;
    try {
      return await this.ask(cmd, { ...fields, turn_no: this.latest });
    } finally {
      this.asking = false;
    }
  }

  private async ask(cmd: string, fields: Record<string, unknown> = {}): Promise<Reply> {
    this.refusal = null;
    let reply = await this.socket.request(cmd, fields);
    for (let tries = 0; tries < 3 && !reply.ok && reply.error && PATIENT.has(reply.error.code); tries++) {
      const wait = reply.error.retry_after ?? 1;
      if (wait > SOON_SECONDS) break;
      await new Promise((done) => setTimeout(done, wait * 1000));
      reply = await this.socket.request(cmd, fields);
    }
    if (!reply.ok && reply.error) this.refused(reply.error);
    return reply;
  }

  // Nothing that was asked for vanishes silently. What came too late can be chosen again from the position that the
  // refusal carries: usually its updates are here already, otherwise it is taken as it is and its story asked for.
  private refused(refusal: Refusal) {
    this.refusal = refusal;
    const { turn_no = 0, turn, state } = refusal;
    if (refusal.code !== 'stale-turn' || turn_no <= this.latest || !turn || !state) return;
    this.begin(turn_no);
    this.place(position(refusal as Position));
    this.socket.greet({});
  }

  private hear(message: ServerMessage) {
    switch (message.type) {
      case 'welcome':
        return this.welcome(message);
      case 'update':
        if (message.turn_no <= this.latest) return;
        this.latest = message.turn_no;
        this.heardAt = Date.now();
        this.busy = true;
        this.tell(message.table);
        return this.pace.push(message);
      case 'table':
        this.tell(message.table);
        if (message.clocks && this.shown) {
          this.shown = { ...this.shown, clocks: message.clocks };
          this.heardAt = Date.now();
        }
        return;
      case 'odds':
        this.coming.push({ ...message, turn_no: message.turn_no ?? this.latest });
        return this.weigh();
      case 'reply':
        if (!message.ok && (message.error?.code === 'bad-token' || message.error?.code === 'unknown-table'))
          this.denied(message.error.code);
        return;
      case 'bye':
        this.bye = message.reason;
        return;
    }
  }

  // Who is here and what is offered is told at once; score and end wait until the board shows them.
  private tell(table: TableInfo) {
    const { over, score, turn_no } = this.table ?? table;
    this.table = this.busy ? { ...table, over, score, turn_no } : table;
    this.toldAt = Date.now();
  }

  // The bar moves with the board: odds wait until the dice and moves of their turn are shown; those of a turn that has
  // gone by are dropped.
  private weigh() {
    const now = this.shown?.turn_no ?? 0;
    this.odds = this.coming.findLast((one) => one.turn_no === now) ?? this.odds;
    this.coming = this.coming.filter((one) => one.turn_no! > now);
  }

  private place(now: Position) {
    this.shown = now;
    this.weigh();
  }

  // The server tells the whole position: what waits to be shown is out of date.
  private begin(turn_no: number) {
    this.round++;
    this.pace.clear();
    this.latest = turn_no;
    this.heardAt = Date.now();
  }

  private welcome(message: Welcome) {
    const seen = this.shown !== null && message.turn_no === this.shown.turn_no;
    this.begin(message.turn_no);
    this.bye = null;
    if (this.refusal && PATIENT.has(this.refusal.code)) this.refusal = null;
    this.role = message.role;
    this.table = message.table;
    this.toldAt = Date.now();
    this.log = message.log;
    this.coming = [];
    if (message.odds || !seen) this.odds = message.odds;
    if (!seen) {
      this.tray = [];
      this.trail = standing(message.state);
      this.advice = null;
    }
    this.place(position(message));
  }

  private async show(update: Update, wait: (ms: number) => Promise<void>, more: () => boolean) {
    const before = this.state;
    const round = this.round;
    this.advice = null;
    if (update.fell?.tokens) await this.throw(update, before, wait);
    else if (tells(update.happened, 'play')) this.cleared = true;
    if (update.chose) await this.calls(update.chose, wait);
    if (round !== this.round) return;
    const scored = tells(update.happened, 'score');
    this.trail = follow(this.trail, update.happened);
    const up = turnedOver(update.happened);
    if (up) this.turnedUp = up;
    else if (
      update.turn.kind === 'secret' ||
      (update.turn.kind === 'choice' && update.cause === 'roll' && !update.fell?.tokens)
    )
      this.turnedUp = null;
    this.place(position(update));
    const { over, score, turn_no } = update.table;
    this.table = { ...(this.table ?? update.table), over, score, turn_no };
    if (update.said.length) this.log = [...this.log, { turn_no: update.turn_no, said: update.said }];
    if (scored || update.turn.kind === 'over') sound.whistle();
    if (prefs.voice) sound.say(update.said.join(' '), prefs.lang);
    await wait(more() ? HOLD_MS + (update.said.length ? HOLD_MS : 0) : MOVE_MS);
  }

  private async throw({ fell, by, happened }: Update, before: State, wait: (ms: number) => Promise<void>) {
    if (!fell?.tokens) return;
    const thrown: Throw = {
      key: ++this.throws,
      event: fell.event,
      tokens: fell.tokens,
      moving: !still(),
      seat: fell.seat ?? by ?? null,
      before,
    };
    const fresh = this.cleared || begins(happened, undefined);
    this.cleared = tells(happened, 'drive-end');
    this.tray = fresh ? [thrown] : [...this.tray, thrown].slice(-LONGEST_TRAY);
    sound.dice(thrown.tokens.length);
    await wait(ROLL_MS);
    this.tray = this.tray.map((one) => (one.key === thrown.key ? { ...one, moving: false } : one));
    await wait(MOVE_MS / 2);
  }

  private async calls(chose: Chose[], wait: (ms: number) => Promise<void>) {
    const told = chose.find((choice) => choice.action && !this.holds(choice.seat));
    if (!told) return;
    this.call = told;
    await wait(CALL_MS);
    this.call = null;
  }
}

function position(message: Position): Position {
  const { turn_no, turn, state, clocks, locked } = message;
  return { turn_no, turn, state, clocks, locked };
}
