// Shows one thing after the other at a speed that eyes can follow; a key or tap ends what is being shown, or all of it.
import type { Speed } from './prefs.svelte';

export interface Timing {
  later: (run: () => void, ms: number) => unknown;
  cancel: (handle: any) => void;
  still: () => boolean;
}

// The parts of a turn in the order in which they are shown, in milliseconds: the choice, the throw until the last die
// rests, the time to read it, the ball's way, the score, a moment's poster; then the odds, held before the next turn.
export interface Times {
  call: number;
  roll: number;
  read: number;
  move: number;
  score: number;
  moment: number;
  hold: number;
}
export const TIMES: Record<Exclude<Speed, 'instant'>, Times> = {
  calm: { call: 950, roll: 900, read: 420, move: 320, score: 380, moment: 1400, hold: 620 },
  brisk: { call: 550, roll: 560, read: 220, move: 300, score: 200, moment: 1000, hold: 220 },
};

export class Pace<T> {
  private queue: T[] = [];
  private busy = false;
  private hurried: 'no' | 'one' | 'all' = 'no';
  private release: (() => void) | null = null;

  constructor(
    private show: (item: T, wait: (ms: number) => Promise<void>, more: () => boolean) => Promise<void>,
    private idle: () => void,
    private timing: Timing,
  ) {}

  get running(): boolean {
    return this.busy;
  }

  push(item: T) {
    this.queue.push(item);
    if (!this.busy) void this.run();
  }

  // The rest of what is being shown falls at once; what waits behind it is shown as ever.
  hurry() {
    if (!this.busy) return;
    if (this.hurried === 'no') this.hurried = 'one';
    this.release?.();
  }

  // Everything that waits falls at once.
  skip() {
    if (!this.busy) return;
    this.hurried = 'all';
    this.release?.();
  }

  clear() {
    this.queue = [];
    this.skip();
  }

  private wait = (ms: number): Promise<void> => {
    if (this.hurried !== 'no' || this.timing.still()) return Promise.resolve();
    return new Promise((done) => {
      const handle = this.timing.later(() => this.release?.(), ms);
      this.release = () => {
        this.timing.cancel(handle);
        this.release = null;
        done();
      };
    });
  };

  private async run() {
    this.busy = true;
    try {
      for (let item = this.queue.shift(); item !== undefined; item = this.queue.shift()) {
        await this.show(item, this.wait, () => this.queue.length > 0);
        if (this.hurried === 'one') this.hurried = 'no';
      }
    } finally {
      this.busy = false;
      this.hurried = 'no';
      this.idle();
    }
  }
}
