// The workbench of one game: what was changed, the sheet and the figures that this makes, and the way back.
import { Refused, benchSheet, figures, type SheetPath } from '../net/api';
import type { GameFigures } from '../net/types';
import { isNone, marksOf, NONE, readMarks, texts, type Changes } from './changes';
import { mark } from './route.svelte';
import type { Sheet } from './sheets.svelte';

export type Side = 'box' | 'mine';
interface Known {
  figures: GameFigures | null;
  // Of a change that has been taken back or gone beyond: shown until the new ones are there.
  stale: boolean;
  // Null: nothing is being worked out.
  progress: number | null;
  refused: Refused | null;
}

export class Bench {
  changes = $state.raw<Changes>(NONE);
  before = $state.raw<Changes[]>([]);
  // What was undone, the last first: until something else is changed.
  after = $state.raw<Changes[]>([]);
  sheet = $state.raw<Sheet | null>(null);
  toml = $state('');
  paths = $state.raw<Map<string, SheetPath>>(new Map());
  box = $state<Known>({ figures: null, stale: false, progress: null, refused: null });
  mine = $state<Known>({ figures: null, stale: false, progress: null, refused: null });
  // The sentence with which the last change was refused.
  wrong = $state('');
  private asking: Partial<Record<Side, AbortController>> = {};
  private turn = 0;

  constructor(
    readonly game: string,
    private marks: string,
  ) {
    this.changes = readMarks(marks);
    void this.ask('box');
    void this.show(NONE);
  }

  get plain() {
    return isNone(this.changes);
  }
  // Where the workbench with these changes is found.
  get path() {
    const marks = marksOf(this.changes);
    return `/g/${this.game}/bench${marks ? `#${marks}` : ''}`;
  }

  // The address has got other marks while the page is shown: a link was followed. A mere place on the page is none.
  follow(marks: string) {
    if (marks === this.marks) return;
    this.marks = marks;
    if (!marks || /(^|&)(set|option)=/.test(marks)) this.set(readMarks(marks));
  }
  set(changes: Changes) {
    this.before = [...this.before, this.changes];
    this.after = [];
    void this.turnTo(changes);
  }
  undo() {
    const last = this.before.at(-1);
    if (!last) return;
    this.before = this.before.slice(0, -1);
    this.after = [this.changes, ...this.after];
    void this.turnTo(last);
  }
  redo() {
    const next = this.after[0];
    if (!next) return;
    this.after = this.after.slice(1);
    this.before = [...this.before, this.changes];
    void this.turnTo(next);
  }
  reset() {
    if (!this.plain) this.set(NONE);
  }
  leave() {
    for (const asking of Object.values(this.asking)) asking.abort();
  }

  private turnTo(changes: Changes) {
    const was = this.changes;
    this.changes = changes;
    this.wrong = '';
    mark(this.path);
    return this.show(was);
  }

  // A change that the sheet's reader refuses is taken back, and its sentence shown.
  private async show(was: Changes) {
    const turn = ++this.turn;
    try {
      const answer = await benchSheet({ game: this.game, changes: texts(this.changes) });
      if (turn !== this.turn) return;
      this.sheet = answer.sheet;
      this.toml = answer.toml;
      this.paths = new Map(answer.paths.map((each) => [each.path, each]));
    } catch (failure) {
      if (turn !== this.turn) return;
      const again = was !== this.changes && this.changes !== NONE;
      this.changes = was;
      this.before = this.before.slice(0, -1);
      if (again) await this.turnTo(was);
      this.wrong = failure instanceof Refused ? failure.message : String(failure);
      return;
    }
    await this.ask('mine');
  }

  private async ask(side: Side) {
    this.asking[side]?.abort();
    const own = this[side];
    own.refused = null;
    if (side === 'mine' && this.plain) {
      Object.assign(own, { figures: null, stale: false, progress: null });
      return;
    }
    const asking = (this.asking[side] = new AbortController());
    own.stale = own.figures !== null;
    own.progress = 0;
    const asked =
      side === 'box'
        ? { game: this.game, changes: [] }
        : { game: this.game, options: this.changes.options, changes: texts(this.changes) };
    try {
      const all = await figures(asked, asking.signal, (known, part) => {
        if (asking.signal.aborted) return;
        own.progress = part;
        if (known) Object.assign(own, { figures: known, stale: false });
      });
      if (!asking.signal.aborted) Object.assign(own, { figures: all, stale: false, progress: null });
    } catch (failure) {
      if (asking.signal.aborted) return;
      const refused = failure instanceof Refused ? failure : new Refused({ code: 'failed', message: String(failure) });
      Object.assign(own, { figures: null, stale: false, progress: null, refused });
    }
  }
}
