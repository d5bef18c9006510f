// What a browser keeps of the dice of a table, so that a reload loses nothing and another tab goes on with the same.
import type { Seat } from '../net/types';
import type { Link } from './chain';
import type { Party } from './record';

// A chain of this browser. A link that was given for nothing is never given again: the server may know it.
export interface OwnChain {
  secret: Link;
  commitment: Link;
  // Links that were given, and those of them that counted.
  given: number;
  counted: number;
  // The roll that the last of them was given for.
  roll: number;
}

// What is known of the chain of somebody.
export interface SeenChain {
  commitment: Link;
  last: Link;
  links: number;
  // Rolls that were not seen since `last`: its next link may lead there in so many steps more.
  missed: number;
}

export type FaultKind =
  | 'commitment'
  | 'asked-twice'
  | 'order'
  | 'asked-for'
  | 'lines'
  | 'choice'
  | 'left-out'
  | 'link'
  | 'numbers'
  | 'changed'
  | 'record'
  | 'given-up';

// A check that did not hold.
export interface Fault {
  kind: FaultKind;
  n: number | null;
  party: Party | null;
}

// Who had a hand in a roll. `checked`: it holds; later, once nothing is hidden any more; this browser did not see it
// made; or it does not hold.
export interface RollSeal {
  n: number;
  hands: ('server' | Seat)[];
  out: { seat: Seat; why: 'absent' | 'silent' | 'late' }[];
  checked: 'yes' | 'later' | 'unseen' | 'no';
}

export interface Kept {
  at: number;
  // The server's commitment and that of its hidden chain, as first seen.
  first: { server: Link; hidden: Link | null };
  chains: Partial<Record<Party, SeenChain>>;
  own: Partial<Record<Seat, OwnChain>>;
  seats: Seat[];
  // The last roll, and what the server is bound to before the next: its lines, told or sealed.
  n: number;
  ask: { n: number; bound: string; told: boolean } | null;
  // Of each roll: what was seen of it, and what the server was bound to before.
  seen: Record<number, string>;
  bounds: Record<number, string>;
  // The lines of the record as they were seen, up to this turn; not `whole` where some were missed.
  lines: string[];
  whole: boolean;
  turn: number;
  // How often this browser was left out where the network may be to blame.
  misses: number;
  seal: RollSeal | null;
  faults: Fault[];
}

export interface Keeper {
  load(): Kept | null;
  save(kept: Kept): void;
}

const KEY = 'touchline.dice.';
const TABLES = 20;

// The newest tables stay; the others are forgotten.
function forget() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
  if (keys.length <= TABLES) return;
  const at = (key: string): number => JSON.parse(localStorage.getItem(key) ?? '{}').at ?? 0;
  for (const key of keys.toSorted((a, b) => at(b) - at(a)).slice(TABLES)) localStorage.removeItem(key);
}

// In the browser's storage; where that keeps nothing, as long as the page is open.
export function storage(table: string): Keeper {
  let memory: Kept | null = null;
  return {
    load() {
      try {
        return JSON.parse(localStorage.getItem(KEY + table) ?? 'null') ?? memory;
      } catch {
        return memory;
      }
    },
    save(kept) {
      memory = kept;
      try {
        const fresh = localStorage.getItem(KEY + table) === null;
        localStorage.setItem(KEY + table, JSON.stringify(kept));
        if (fresh) forget();
      } catch {
        // A browser that keeps nothing still plays: its chain lasts as long as the page.
      }
    },
  };
}
