// "Your turn": in the title, by a knock, and by the system's notification for those who look elsewhere and asked for it.
import * as sound from '../sound';
import { prefs } from './prefs.svelte';
import type { TableStore } from './table.svelte';

export class YourTurn {
  private before: boolean | null = null;

  constructor(
    private table: () => TableStore | null,
    private text: () => string,
  ) {
    $effect(() => {
      const now = this.mine;
      // What the page finds when it opens is no news.
      if (this.before === false && now && this.people) this.tell();
      if (this.table()?.shown) this.before = now;
    });
  }

  // Whether two people sit here, each at their own screen.
  get people(): boolean {
    const table = this.table();
    const seats = table?.table?.seats;
    if (!seats || (table.role !== 'home' && table.role !== 'away')) return false;
    return [seats.home, seats.away].every((seat) => seat.who === 'person' && !seat.open);
  }

  // Whether the other side waits for this one.
  get mine(): boolean {
    const table = this.table();
    const turn = table?.turn;
    if (!table || !turn || turn.kind === 'over' || table.table?.over) return false;
    if (table.role !== 'home' && table.role !== 'away') return false;
    if (!table.mayAct(table.role)) return false;
    return turn.kind === 'secret' ? turn.seats.includes(table.role) : turn.seat === table.role;
  }

  private tell() {
    sound.knock();
    sound.shake();
    if (!prefs.notify || !document.hidden || Notification.permission !== 'granted') return;
    const table = this.table()!;
    void notify(this.text(), table.id);
  }
}

// Phones let only the service worker notify.
async function notify(text: string, tag: string) {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const about = { body: text, tag, icon: '/icon.svg' };
  if (worker) await worker.showNotification('Touchline', about);
  else new Notification('Touchline', about);
}
