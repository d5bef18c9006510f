// One table as this browser sees it: the position that is shown, the tray, the play-by-play, and what may be done.
import { TableSocket, type Connection, type Reply } from '../net/socket';
import type {
  Advice,
  BySeat,
  Chose,
  Happening,
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
import * as api from '../net/api';
import * as sound from '../sound';
import { boxOf } from '../tables';
import { FairDice } from './fair.svelte';
import { highlightOf, type Highlight } from './highlights';
import { Pace, TIMES, type Times } from './pace';
import { EMOTES, type EmoteName } from './people';
import { prefs, still } from './prefs.svelte';
import { mayAct, speaks, withHands } from './sides';
import type { Entry } from './report';
import { begins, driveOf, follow, heard, standing, tells, trailAt, trayAt, turnedAt, turnedOver } from './steps';

// One thing that fell. `faces`: what may fall on each of its dice, for as long as they tumble; `happened`: what the rules
// did with it, and with what was decided of it.
export interface Throw<S = State> {
  key: number;
  faces?: string[][];
  event: string;
  tokens: string[];
  moving: boolean;
  seat: Seat | null;
  before: S;
  happened?: Happening[];
}

export interface Trail {
  offense: Seat | null;
  spots: number[];
}

// A position as it was shown, with what lay on the table.
export interface Picture {
  turn_no: number;
  turn: Turn | null;
  state: State;
  tray: Throw[];
  trail: Trail;
  turnedUp: Partial<Record<Seat, string>> | null;
}

type Wait = (ms: number) => Promise<void>;

const LONGEST_TRAY = 8;
// Refusals that say when to come back; where that is soon the page does, and nobody is bothered.
const PATIENT = new Set(['too-fast', 'busy', 'store-failed']);
const SOON_SECONDS = 3;
const GESTURE_MS = 3500;
const SEATS = ['home', 'away'] as const;

// What the other side is told of the person at this browser.
const self = () => ({
  ...(prefs.name ? { name: prefs.name } : {}),
  ...(prefs.badge ? { badge: prefs.badge } : {}),
});

export class TableStore {
  connection = $state<Connection>('connecting');
  role = $state<Role>('spectator');
  // Of sides with several people, those for whom this browser plays.
  members = $state<Partial<BySeat<number[]>>>({});
  table = $state<TableInfo | null>(null);
  shown = $state<Position | null>(null);
  tray = $state<Throw[]>([]);
  call = $state<Chose | null>(null);
  log = $state<Entry[]>([]);
  odds = $state<Odds | null>(null);
  // What the last turn did to home's chance.
  swing = $state<number | null>(null);
  highlight = $state<Highlight | null>(null);
  // An earlier position that somebody looks at; the game goes on behind it.
  looking = $state.raw<Picture | null>(null);
  advice = $state<Advice | null>(null);
  trail = $state<Trail>({ offense: null, spots: [] });
  turnedUp = $state<Partial<Record<Seat, string>> | null>(null);
  refusal = $state<Refusal | null>(null);
  bye = $state<string | null>(null);
  view = $state<View | null>(null);
  busy = $state(false);
  asking = $state(false);
  latest = $state(0);
  gestures = $state<BySeat<EmoteName | null>>({ home: null, away: null });
  // Whether gestures have to wait.
  hushed = $state(false);
  heardAt = $state(0);
  toldAt = $state(0);
  // Own drives that were seen here from their end.
  played = $state(0);

  // How its dice are proven.
  readonly fair: FairDice;

  private socket: TableSocket;
  private pace: Pace<Update>;
  private fading: Partial<BySeat<ReturnType<typeof setTimeout>>> = {};
  private throws = 0;
  // Whether the next throw begins a tray of its own.
  private cleared = false;
  // Odds of turns that are not shown yet.
  private coming: Odds[] = [];
  // The turn whose odds may be shown: everything else of it has been.
  private weighed = $state(0);
  private past = new Map<number, Picture>();
  // Who has the ball, as far as the game tells of it.
  private attacks: Seat | null = null;
  // Whether a turn is being shown, its odds not yet.
  private showing = false;
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
      { token, lang: prefs.lang, ...self() },
      (message) => this.hear(message),
      (connection) => (this.connection = connection),
      (refusal) => (this.refusal = refusal),
    );
    this.fair = new FairDice(id, (cmd, fields) => this.socket.request(cmd, fields, 'once'));
    this.socket.adds = this.fair.hello;
  }

  get turn(): Turn | null {
    return this.shown?.turn ?? null;
  }

  get state(): State {
    return this.shown?.state ?? {};
  }

  // What lies on the table for the eye: now, or at the earlier turn that is looked at.
  get picture(): Picture {
    return this.looking ?? this.live();
  }

  private live(): Picture {
    const { tray, trail, turnedUp } = this;
    return { turn_no: this.shown?.turn_no ?? 0, turn: this.turn, state: this.state, tray, trail, turnedUp };
  }

  // Looks at the table as it was after a turn, or (null) comes back. Changes nothing.
  look(turn_no: number | null) {
    this.looking = turn_no === null ? null : (this.past.get(turn_no) ?? this.looking);
  }

  remembers = (turn_no: number): boolean => this.past.has(turn_no);

  // Whether the odds belong to an earlier position than the board shows.
  get oddsEarlier(): boolean {
    return this.odds?.turn_no !== undefined && this.odds.turn_no < this.weighed;
  }

  // The seats for which this browser may act in the turn that is shown.
  get acting(): Seat[] {
    const turn = this.turn;
    if (!turn || turn.kind === 'over' || this.table?.over || this.busy || this.asking) return [];
    if (this.connection !== 'open' || this.role === 'spectator') return [];
    const seats = turn.kind === 'secret' ? turn.seats : [turn.seat];
    // A computer cannot throw real dice: who sits at the table does it.
    if (turn.kind === 'chance' && this.table?.dice === 'real' && this.table.seats[turn.seat].who === 'computer')
      return seats;
    return seats.filter((seat) => this.holds(seat) && this.mayAct(seat));
  }

  // Whether it is the hand of somebody at this browser, or of one who is away.
  mayAct(seat: Seat): boolean {
    return !this.table || mayAct(this.table.seats[seat], this.members[seat]);
  }

  // The seats for which this browser takes part in the dice.
  private speaksFor(table: TableInfo): Seat[] {
    return SEATS.filter((seat) => this.holds(seat) && speaks(table.seats[seat], this.members[seat]));
  }

  holds(seat: Seat): boolean {
    if (this.role === seat) return true;
    return this.role === 'both' && this.table?.seats[seat].who === 'person';
  }

  get over(): boolean {
    return !this.busy && (this.turn?.kind === 'over' || !!this.table?.over);
  }

  // Ends what is being shown; `skip` all that waits.
  hurry() {
    this.pace.hurry();
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

  // Says again who one is, after that has changed.
  introduce() {
    this.socket.greet(self());
  }

  takeView(view: View) {
    this.view = view;
    this.socket.greet({ view });
  }

  roll(tokens?: string[]): Promise<Reply> {
    this.fair.acts();
    return this.change('roll', tokens ? { tokens } : {});
  }

  choose(action: string, seat?: Seat): Promise<Reply> {
    const who = seat ?? this.acting[0];
    this.fair.acts();
    const reply = this.change('choose', seat ? { action, seat } : { action });
    return who ? this.fair.choice(who, action, reply) : reply;
  }

  undo = () => this.change('undo');
  resign = (seat?: Seat) => this.change('resign', seat ? { seat } : {});
  claim = (as: 'win' | 'computer') => this.change('claim', { as });
  offer = (what: Offer) => this.ask('offer', { what });
  answer = (what: Offer, agree: boolean) => this.ask('answer', { what, agree });
  next = () => this.ask('next');

  // Who has made too many gestures has to wait with the next; that is no reason for a notice.
  async emote(what: EmoteName) {
    const { ok, error } = await this.socket.request('emote', { what });
    if (ok || !error) return;
    if (error.code !== 'too-fast') return this.refused(error);
    this.hushed = true;
    setTimeout(() => (this.hushed = false), (error.retry_after ?? 1) * 1000);
  }

  // What each choice of this turn is worth. Nobody pressed for it, so a refusal is not told.
  async advise() {
    const reply = await this.ask('advise', {}, 'unasked');
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

  private async ask(
    cmd: string,
    fields: Record<string, unknown> = {},
    by: 'asked' | 'unasked' = 'asked',
  ): Promise<Reply> {
    if (by === 'asked') this.refusal = null;
    let reply = await this.socket.request(cmd, fields);
    for (let tries = 0; tries < 3 && !reply.ok && reply.error && PATIENT.has(reply.error.code); tries++) {
      const wait = reply.error.retry_after ?? 1;
      if (wait > SOON_SECONDS) break;
      await new Promise((done) => setTimeout(done, wait * 1000));
      reply = await this.socket.request(cmd, fields);
    }
    if (!reply.ok && reply.error && by === 'asked') this.refused(reply.error);
    return reply;
  }

  // Nothing that was asked for vanishes silently. What came too late can be chosen again from the position that the
  // refusal carries: usually its updates are here already, otherwise it is taken as it is and its story asked for.
  private refused(refusal: Refusal) {
    this.refusal = refusal;
    const { turn_no = 0, turn, state } = refusal;
    if (refusal.code !== 'stale-turn' || turn_no <= this.latest || !turn || !state) return;
    this.begin(turn_no);
    this.shown = position(refusal as Position);
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
        this.fair.update(message);
        this.fair.speaks(message.table, this.speaksFor(message.table));
        this.tell(message.table);
        return this.pace.push(message);
      case 'ask':
        return this.fair.ask(message);
      case 'table':
        this.fair.table(message.table);
        this.fair.speaks(message.table, this.speaksFor(message.table));
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
        else if (!message.ok && message.error && this.socket.answersHello(message)) this.fair.unwelcome(message.error);
        return;
      case 'emote':
        if (Object.hasOwn(EMOTES, message.what)) this.gesture(message.seat, message.what as EmoteName);
        return;
      case 'bye':
        this.bye = message.reason;
        return;
    }
  }

  // A gesture is shown for a moment; a newer one of the same seat takes its place.
  private gesture(seat: Seat, what: EmoteName) {
    clearTimeout(this.fading[seat]);
    this.gestures = { ...this.gestures, [seat]: what };
    this.fading[seat] = setTimeout(() => (this.gestures = { ...this.gestures, [seat]: null }), GESTURE_MS);
  }

  // Who is here and what is offered is told at once; score and end wait until the board shows them.
  private tell(table: TableInfo) {
    const { over, score, turn_no, seats } = this.table ?? table;
    this.table = this.busy ? { ...table, over, score, turn_no, seats: withHands(table.seats, seats) } : table;
    this.toldAt = Date.now();
  }

  // The bar moves last: odds wait until everything else of their turn is shown; those of a turn gone by are dropped.
  private weigh() {
    if (this.showing) return;
    const fresh = this.coming.findLast((one) => one.turn_no === this.weighed);
    this.coming = this.coming.filter((one) => one.turn_no! > this.weighed);
    if (!fresh) return;
    this.swing = this.odds ? worth(fresh) - worth(this.odds) : null;
    this.odds = fresh;
    sound.crowd(Math.abs(this.swing ?? 0));
  }

  // The server tells the whole position: what waits to be shown is out of date.
  private begin(turn_no: number) {
    this.round++;
    this.pace.clear();
    this.highlight = null;
    this.call = null;
    this.showing = false;
    this.weighed = turn_no;
    this.latest = turn_no;
    this.heardAt = Date.now();
  }

  private welcome(message: Welcome) {
    const seen = this.shown !== null && message.turn_no === this.shown.turn_no;
    this.begin(message.turn_no);
    this.bye = null;
    if (this.refusal && PATIENT.has(this.refusal.code)) this.refusal = null;
    this.role = message.role;
    this.members = message.members ?? {};
    this.table = message.table;
    this.toldAt = Date.now();
    this.log = seen ? withDrives(message.log, this.log) : message.log;
    this.coming = [];
    if (message.odds || !seen) this.odds = message.odds;
    if (!seen) {
      this.tray = [];
      this.trail = standing(message.state);
      this.advice = null;
      this.swing = null;
      this.looking = null;
      this.attacks = message.state.offense ?? null;
    }
    this.shown = position(message);
    this.fair.welcome(message, this.speaksFor(message.table));
    if (!seen && message.log.length) void this.recall();
  }

  // Who comes in the middle of a game finds on the table what was last thrown, and can look at what was before, where
  // the game hides nothing.
  private async recall() {
    const round = this.round;
    const lang = prefs.lang;
    const told = await api.tableSteps(this.id, lang).catch(() => null);
    if (!told || round !== this.round || this.shown?.turn_no !== this.latest) return;
    const { steps } = told;
    const last = steps.length - 1;
    const picture = (n: number): Omit<Picture, 'turn_no'> => ({
      turn: steps[n]!.turn,
      state: steps[n]!.state,
      tray: trayAt(steps, n),
      trail: trailAt(steps, n),
      turnedUp: turnedAt(steps, n),
    });
    const { tray, trail, turnedUp } = picture(last);
    this.throws = Math.max(this.throws, last);
    if (!this.tray.length) Object.assign(this, { tray, trail, turnedUp });
    this.cleared = tells(steps[last]?.happened, 'drive-end');
    let n = last;
    this.log = this.log
      .toReversed()
      .map((entry) => {
        while (n > 0 && steps[n]!.said.join() !== entry.said.join()) n--;
        if (n <= 0) return entry;
        this.past.set(entry.turn_no, { turn_no: entry.turn_no, ...picture(n) });
        const { happened } = steps[n]!;
        return { ...entry, begins: begins(happened, steps[--n]!.happened), drive: driveOf(happened) };
      })
      .toReversed();
  }

  // One turn in the order of the drama: choice, throw, result, the ball's way, score, odds.
  private async show(update: Update, wait: Wait, more: () => boolean) {
    const round = this.round;
    const times = TIMES[prefs.pace === 'brisk' ? 'brisk' : 'calm'];
    const before = this.state;
    this.showing = true;
    this.advice = null;
    if (update.chose) await this.calls(update.chose, wait, times);
    if (round !== this.round) return;
    if (update.fell?.tokens) await this.throw(update, before, wait, times);
    else {
      if (tells(update.happened, 'play')) this.cleared = true;
      this.tray = heard(this.tray, update.happened);
    }
    if (round !== this.round) return;
    this.move(update);
    const scored = !same(before.score, update.state.score);
    if (update.fell || update.chose) await wait(scored ? times.move + times.score : times.move);
    if (round !== this.round) return;
    this.settle(update);
    await this.celebrate(update, scored, wait, times);
    if (round !== this.round) return;
    this.weighed = update.turn_no;
    this.showing = false;
    this.weigh();
    await wait(more() ? times.hold + (update.said.length ? times.hold / 2 : 0) : times.hold / 4);
  }

  // The board shows where the ball has come to; the points wait until it is there.
  private move(update: Update) {
    const { turn_no } = this.shown ?? update;
    const score = this.state.score ?? update.state.score;
    this.trail = follow(this.trail, update.happened);
    this.fair.show(update.turn_no);
    const up = turnedOver(update.happened);
    if (up) this.turnedUp = up;
    else if (
      update.turn.kind === 'secret' ||
      (update.turn.kind === 'choice' && update.cause === 'roll' && !update.fell?.tokens)
    )
      this.turnedUp = null;
    if (tells(update.happened, 'deal')) sound.paper();
    this.shown = { ...position(update), turn_no, state: { ...update.state, score } };
  }

  private settle(update: Update) {
    this.shown = position(update);
    const table = this.table ?? update.table;
    this.table = { ...table, ...ended(update.table), seats: withHands(table.seats, update.table.seats) };
    const drive = driveOf(update.happened);
    if (drive) {
      if (this.attacks && this.holds(this.attacks)) this.played++;
      this.attacks = drive;
    }
    if (update.said.length) {
      const { turn_no, said, headline, happened } = update;
      const starts = tells(happened, 'play', 'toss', 'weather');
      this.log = [...this.log, { turn_no, said, headline, begins: starts, drive }];
      this.past.set(update.turn_no, this.live());
    }
    if (prefs.voice) sound.say(update.said.join(' '), prefs.lang);
  }

  // Points are whistled; a moment is laid over the table as a poster, unless nothing is to move.
  private async celebrate(update: Update, scored: boolean, wait: Wait, times: Times) {
    const highlight = highlightOf(update.happened);
    if (scored || update.turn.kind === 'over') sound.whistle();
    if (!highlight) return scored ? wait(times.score) : undefined;
    sound.shake(highlight.kind);
    if (still()) return;
    this.highlight = highlight;
    await wait(times.moment);
    this.highlight = null;
    await wait(times.score / 2);
  }

  private async throw({ fell, by, happened }: Update, before: State, wait: Wait, times: Times) {
    if (!fell?.tokens) return;
    const turn = this.turn;
    const thrown: Throw = {
      key: ++this.throws,
      event: fell.event,
      tokens: fell.tokens,
      faces: turn?.kind === 'chance' ? turn.faces?.flatMap((like) => Array(like.count).fill(like.tokens)) : undefined,
      moving: !still(),
      seat: fell.seat ?? by ?? null,
      before,
      happened,
    };
    const fresh = this.cleared || begins(happened, undefined);
    this.cleared = tells(happened, 'drive-end');
    this.tray = fresh ? [thrown] : [...this.tray, thrown].slice(-LONGEST_TRAY);
    if (boxOf(this.table?.game ?? '').verb(thrown.event) === 'do.turn') sound.paper();
    else sound.dice(thrown.tokens.length, times.roll);
    await wait(times.roll);
    this.tray = this.tray.map((one) => (one.key === thrown.key ? { ...one, moving: false } : one));
    if (thrown.seat && this.holds(thrown.seat)) sound.shake();
    await wait(times.read);
  }

  private async calls(chose: Chose[], wait: Wait, times: Times) {
    const told = chose.find((choice) => choice.action && !this.holds(choice.seat));
    if (!told) return;
    this.call = told;
    await wait(times.call);
    this.call = null;
  }
}

function position(message: Position): Position {
  const { turn_no, turn, state, clocks, locked } = message;
  return { turn_no, turn, state, clocks, locked };
}

const ended = ({ over, score, turn_no }: TableInfo) => ({ over, score, turn_no });

const worth = ({ odds }: Odds): number => odds.home + odds.draw / 2;

const same = (a: State['score'], b: State['score']): boolean => a?.home === b?.home && a?.away === b?.away;

// The same report again (another language), with the drives that are known.
const withDrives = (log: Entry[], known: Entry[]): Entry[] => {
  const before = new Map(known.map((entry) => [entry.turn_no, entry]));
  return log.map((entry) => ({ ...before.get(entry.turn_no), ...entry }));
};
