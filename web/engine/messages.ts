// What the page and its worker tell each other.
import type { Answer, Question } from './host';

// `speak` comes first: the language to begin with. `ask`, `connect`, `say` and `close` carry the page's own number of the request or the socket.
export type ToWorker =
  | { speak: string }
  | { ask: number; question: Question }
  | { connect: number; table: string }
  | { say: number; text: string }
  | { close: number };

// `ready`: nothing is missing any more; it answers before that. `heard` carries the engine's number of the socket, which `connected` has told; an empty text closes it.
export type FromWorker =
  | ({ answer: number } & Answer)
  | { connected: number; socket: number }
  | { heard: number; text: string }
  | { ready: true }
  | { failed: string };
