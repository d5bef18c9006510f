// The dice of one table as this browser proves them: passes on what is heard to the witness, says what it wants said,
// and has for the page what may be shown of it by now.
import type { Fault, RollSeal } from '../fair/kept';
import { storage } from '../fair/kept';
import { Witness, type Checked, type Say } from '../fair/witness';
import * as api from '../net/api';
import { isLocal } from '../net/local';
import type { Reply } from '../net/socket';
import type { Ask, Refusal, Seat, TableInfo, Update, Welcome } from '../net/types';

type Request = (cmd: string, fields?: Record<string, unknown>) => Promise<Reply>;

// Why the dice of a table prove nothing: `local` where this browser rolls them itself.
export type Unproven = 'real' | 'seed' | 'older' | 'lost' | 'local';
const UNPROVEN = ['real', 'seed', 'older', 'lost'] as const;

export function unproven({ id, fair }: Pick<TableInfo, 'id' | 'fair'>): Unproven | null {
  if (isLocal(id)) return 'local';
  if (!fair) return 'older';
  return fair.proof ? null : (UNPROVEN.find((why) => why === fair.why) ?? 'older');
}

const isShared = ({ seats }: TableInfo): boolean => !!(seats.home.members ?? seats.away.members);

export class FairDice {
  // Of the last roll that is shown.
  seal = $state.raw<RollSeal | null>(null);
  faults = $state.raw<Fault[]>([]);
  // The check of the whole record, once the game is over.
  checked = $state.raw<Checked | null>(null);
  checking = $state(false);
  // Whether somebody reads about it, and how many of the faults were read here.
  open = $state(false);
  read = $state(0);

  private witness: Witness | null;
  private coming = new Map<number, RollSeal>();
  private fetching = false;
  // Whether several browsers may speak for a seat of this one: then it commits once it is known whose part it is.
  private shared = false;
  private spoken: Seat[] = [];

  constructor(
    private id: string,
    private request: Request,
  ) {
    // A game that this browser plays with itself has nobody to prove anything to.
    this.witness = isLocal(id) ? null : new Witness(id, storage(id));
    this.faults = this.witness?.faults ?? [];
  }

  // The table as it is before this browser has said hello, and what it holds there.
  meet(info: TableInfo, seat: Seat | 'both') {
    this.shared = isShared(info);
    if (this.shared) return;
    const person = (['home', 'away'] as const).filter((one) => info.seats[one].who === 'person');
    this.witness?.meet(info, seat === 'both' ? person : [seat]);
  }

  hello = () => {
    const chains = this.witness?.hello(this.shared ? 'later' : 'now');
    return chains ? { chains } : {};
  };

  unwelcome = (refusal: Refusal) => this.say(this.witness?.unwelcome(refusal) ?? []);

  welcome(message: Welcome, seats: Seat[]) {
    this.coming.clear();
    this.shared = isShared(message.table);
    this.spoken = seats;
    this.say(this.witness?.welcome(message, seats) ?? []);
    this.seal = this.witness?.seal ?? null;
    this.lines(message.table);
  }

  table(info: TableInfo) {
    this.witness?.table(info);
    this.tell();
  }

  // The seats for which this browser takes part now. Where several browsers share a side that changes with the hand.
  speaks(info: TableInfo, seats: Seat[]) {
    if (!this.shared || info.over || seats.join() === this.spoken.join()) return;
    this.spoken = seats;
    this.say(this.witness?.speaks(seats) ?? []);
  }

  ask = (message: Ask) => this.say(this.witness?.ask(message) ?? []);

  update(message: Update) {
    if (!this.witness) return;
    const { seal, say } = this.witness.update(message);
    if (seal) this.coming.set(message.turn_no, seal);
    this.say(say);
    this.lines(message.table);
  }

  // The dice of this turn lie: what is known of them may be seen.
  show(turn_no: number) {
    this.seal = this.coming.get(turn_no) ?? this.seal;
    this.coming.delete(turn_no);
  }

  acts = () => this.say(this.witness?.acts() ?? []);

  async choice(seat: Seat, action: string, reply: Promise<Reply>): Promise<Reply> {
    this.witness?.choosing(seat, action);
    const answer = await reply;
    this.witness?.chosen(seat, answer.ok ? null : (answer.error ?? null));
    this.tell();
    return answer;
  }

  // Checks the whole record, and beside it what this browser saw. Where nobody asked for it, only a fault is told.
  async check(by: 'asked' | 'unasked'): Promise<void> {
    if (this.checking || !this.witness?.sees) return;
    this.checking = true;
    const record = await api.record(this.id).catch(() => null);
    this.checking = false;
    if (record === null) return;
    const checked = this.witness.check(record);
    if (by === 'asked' || !checked.record.ok || checked.faults.length) this.checked = checked;
    this.tell();
  }

  private say(all: Say[]) {
    for (const one of all) void this.pass(one);
    this.tell();
  }

  private async pass(one: Say) {
    const { cmd, ...fields } = one;
    const reply = await this.request(cmd, fields);
    const refusal = reply.ok ? null : (reply.error ?? { code: 'unknown', message: '' });
    if (one.cmd === 'link') this.witness?.linked(one.n, refusal);
    else this.say(this.witness?.committed(one.chains, refusal) ?? []);
  }

  private tell() {
    const faults = this.witness?.faults ?? [];
    if (faults.length !== this.faults.length) this.faults = [...faults];
  }

  // Fetches the lines that were not seen. They count only where nothing has happened meanwhile: the answer to a ping
  // comes after all updates before it.
  private async lines({ hidden, over, turn_no }: TableInfo) {
    if (!this.witness?.wants || hidden || over || this.fetching) return;
    this.fetching = true;
    const record = await api.record(this.id).catch(() => null);
    const ping = record === null ? null : await this.request('ping');
    this.fetching = false;
    if (record !== null && ping?.turn_no === turn_no) this.witness.lines(record, turn_no);
    this.tell();
  }
}
