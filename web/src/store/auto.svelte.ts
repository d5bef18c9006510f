// Rolls without a choice roll themselves: by default against the computer and in games without choices. Who sits down
// makes the first move; pressing stops it to look.
import { boxOf } from '../tables';
import { TIMES } from './pace';
import { like, prefs, still } from './prefs.svelte';
import type { TableStore } from './table.svelte';

export class Auto {
  // Nothing rolls by itself before this browser has done something at this table, nor while it is stopped.
  stopped = $state(true);

  constructor(
    private table: () => TableStore | null,
    private elsewhere: () => boolean,
    // While the first drive is taught, the person makes every roll.
    private taught: () => boolean = () => false,
  ) {
    $effect(() => {
      if (!this.running || !this.due || this.elsewhere()) return;
      const pause = still() ? 0 : TIMES[prefs.pace === 'brisk' ? 'brisk' : 'calm'].hold;
      const timer = setTimeout(() => void this.table()?.roll(), pause);
      return () => clearTimeout(timer);
    });
  }

  // Null where there is nothing to roll by itself: real dice, somebody who watches, a game that is over.
  get on(): boolean | null {
    const table = this.table();
    const info = table?.table;
    if (!info || info.dice === 'real' || table.role === 'spectator' || table.over) return null;
    const computer = Object.values(info.seats).some((seat) => seat.who === 'computer');
    return prefs.auto ?? (computer || boxOf(info.game).choices?.(info.options) === false);
  }

  get running(): boolean {
    return this.on === true && !this.stopped && !this.taught() && !this.table()?.looking;
  }

  private get due(): boolean {
    const table = this.table();
    return table?.turn?.kind === 'chance' && table.acting.length > 0;
  }

  go = () => (this.stopped = false);
  stop = () => (this.stopped = true);
  turn = () => {
    like({ auto: !this.on });
    this.stopped = false;
  };
}
