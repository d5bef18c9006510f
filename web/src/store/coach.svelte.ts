// The coach: which hint is shown now. The first drive of a game teaches by doing, with a hint for each thing as it turns
// up; after it, a lit bulb still explains what has not been met.
import { untrack } from 'svelte';
import { t } from '../i18n';
import type { Words } from '../i18n/words.svelte';
import { boxOf } from '../tables';
import { like, prefs } from './prefs.svelte';
import type { TableStore } from './table.svelte';

export interface Hint {
  key: string;
  title: string;
  help: string;
  rule: string;
  // What is to be done, where it is a turn that is explained.
  now?: string;
  // Where it points: the first of these that is on the page.
  at: string[];
}

const BUTTONS = ['#actions .buttons :is([data-primary], [data-face])', '#actions .buttons', '#actions'];
// So many hints wait at one moment; what else is new waits for the next time that it turns up.
const AT_ONCE = { lesson: 3, bulb: 1 };
const DICE_AT_ONCE = 2;

const DONE = 'lesson.done';

const sentence = (title: string) => title.replace(/[.?!:]$/, '');

export class Coach {
  private queue = $state.raw<Hint[]>([]);
  private moment = '';
  // Own drives that had been played when the lesson began.
  private before = 0;
  private began = false;

  constructor(
    private table: () => TableStore | null,
    private game: () => string,
    private words: () => Words,
  ) {
    $effect(() => this.look());
  }

  get hint(): Hint | null {
    return this.queue[0] ?? null;
  }

  get waiting(): number {
    return Math.max(0, this.queue.length - 1);
  }

  // Whether the first drive of this game is being taught here.
  get teaching(): boolean {
    const table = this.table();
    return !!this.game() && prefs.coach[this.game()] !== false && !!table && !table.over && table.role !== 'spectator';
  }

  // Whether nothing is to roll by itself: the lesson is made by hand, up to its last word.
  get holds(): boolean {
    return this.teaching || this.hint?.key === DONE;
  }

  next = () => {
    this.queue = this.queue.slice(1);
    this.meet();
  };

  // No more lessons in this game, until they are asked for again.
  dismiss = () => {
    this.queue = [];
    this.taught();
  };

  // The first drive once more.
  again() {
    const game = this.game();
    this.began = false;
    this.moment = '';
    like({ coach: { ...prefs.coach, [game]: true }, met: { ...prefs.met, [game]: [] } });
  }

  private taught() {
    this.began = false;
    like({ coach: { ...prefs.coach, [this.game()]: false } });
  }

  private met(): Set<string> {
    return new Set(prefs.met[this.game()] ?? []);
  }

  // What is shown has been met; what still waits has not.
  private meet() {
    const hint = this.hint;
    if (!hint || this.met().has(hint.key)) return;
    like({ met: { ...prefs.met, [this.game()]: [...this.met(), hint.key] } });
  }

  private look() {
    const table = this.table();
    const words = this.words();
    if (!table?.shown || !words.ready() || table.looking) return;
    const { turn, tray, busy, over } = table;
    const last = tray.at(-1);
    const lit = prefs.bulb && table.role !== 'spectator';
    const moment = `${table.shown.turn_no} ${prefs.lang} ${this.teaching} ${lit}`;
    if (busy || last?.moving || over) {
      untrack(() => this.queue.length && (this.queue = []));
      return;
    }
    if (moment === this.moment || !turn || turn.kind === 'over') return;
    this.moment = moment;
    const played = table.played;
    untrack(() => {
      if (this.teaching && !this.began) {
        this.began = true;
        this.before = played;
      }
      if (this.teaching && played > this.before) {
        this.queue = [done()];
        this.taught();
        this.moment = `${table.shown!.turn_no} ${prefs.lang} ${this.teaching} ${lit}`;
      } else if (this.teaching) this.queue = this.fresh(AT_ONCE.lesson);
      else if (lit) this.queue = this.fresh(AT_ONCE.bulb);
      else this.queue = [];
      this.meet();
    });
  }

  // What is new at this moment: the dice that just fell, then the turn, then the facts on the scoreboard.
  private fresh(most: number): Hint[] {
    const table = this.table()!;
    const words = this.words();
    const met = this.met();
    const turn = table.turn!;
    const last = table.tray.at(-1);
    const hints: Hint[] = [];
    const add = (
      section: 'token' | 'event' | 'field',
      key: string,
      word: { name: string; help: string; rule: string },
      more: Partial<Hint>,
    ) => {
      const id = `${section}.${key}`;
      if (met.has(id) || !word.help) return false;
      met.add(id);
      hints.push({ key: id, title: sentence(word.name), help: word.help, rule: word.rule, at: [], ...more });
      return true;
    };
    if (last) {
      const where = (token: string) => `.tray [data-throw="${last.key}"][data-token="${CSS.escape(token)}"]`;
      // Those that count lie higher; they are explained first.
      const kinds = [...new Set(last.tokens)]
        .filter((token) => token !== 'home' && token !== 'away')
        .filter((token) => document.querySelector(where(token)))
        .sort(
          (a, b) =>
            Number(!!document.querySelector(`${where(b)} .lifted`)) -
            Number(!!document.querySelector(`${where(a)} .lifted`)),
        );
      let dice = 0;
      for (const token of kinds) {
        if (dice >= DICE_AT_ONCE) break;
        if (
          add('token', words.keyAt('token', last.event, token), words.token(last.event, token), {
            at: [where(token), '.tray'],
          })
        )
          dice++;
      }
    }
    if (turn.kind !== 'over' && table.acting.length) {
      const now =
        turn.kind === 'chance'
          ? table.table?.dice === 'real'
            ? t('coach.throw')
            : t('coach.press', { button: t(boxOf(this.game()).verb(turn.event)) })
          : t('coach.choose');
      add('event', turn.event, words.event(turn.event), { now, at: BUTTONS });
    }
    if (!hints.length)
      for (const node of document.querySelectorAll<HTMLElement>('.facts [data-field]')) {
        const field = node.dataset.field!;
        if (add('field', field, words.field(field), { at: [`.facts [data-field="${field}"]`] })) break;
      }
    return hints.slice(0, most);
  }
}

const done = (): Hint => ({
  key: DONE,
  title: t('coach.done-title'),
  help: t('coach.done'),
  rule: '',
  at: ['[data-bulb]', '#actions'],
});
