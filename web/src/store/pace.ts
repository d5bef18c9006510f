// Shows one thing after the other at a speed that eyes can follow; a key or tap lets the rest fall at once.
export interface Timing {
  later: (run: () => void, ms: number) => unknown;
  cancel: (handle: any) => void;
  still: () => boolean;
}

export const ROLL_MS = 500;
export const MOVE_MS = 300;
export const HOLD_MS = 450;
export const CALL_MS = 900;

export class Pace<T> {
  private queue: T[] = [];
  private busy = false;
  private hurried = false;
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

  skip() {
    if (!this.busy) return;
    this.hurried = true;
    this.release?.();
  }

  clear() {
    this.queue = [];
    this.skip();
  }

  private wait = (ms: number): Promise<void> => {
    if (this.hurried || this.timing.still()) return Promise.resolve();
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
      }
    } finally {
      this.busy = false;
      this.hurried = false;
      this.idle();
    }
  }
}
