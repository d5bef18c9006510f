// Tables that are played in this browser: the engine in a worker, asked as a server is. It is loaded when it is first
// needed; where it cannot be, everything goes to the server.
import { prefs } from '../store/prefs.svelte';
import type { FromWorker, ToWorker } from '../../engine/messages';

const LOCAL = 'local-';

// No server behind the page: everything is here.
export const folder = __FOLDER__;
// Whether this page can play by itself.
export const engine = __ENGINE__;
export const isLocal = (id: string) => id.startsWith(LOCAL);

type Waiting = { done: (answer: Response) => void; failed: (failure: Error) => void };

let worker: Worker | null = null;
let broken: Error | null = null;
let ready = false;
let last = 0;
const waiting: (() => void)[] = [];
const asked = new Map<number, Waiting>();
const opening = new Map<number, LocalSocket>();
const sockets = new Map<number, LocalSocket>();

function take(message: FromWorker) {
  if ('answer' in message) {
    const { answer, status, type, text } = message;
    asked.get(answer)?.done(new Response(text, { status, headers: { 'content-type': type } }));
    asked.delete(answer);
  } else if ('connected' in message) {
    const socket = opening.get(message.connected);
    opening.delete(message.connected);
    if (!socket) return;
    sockets.set(message.socket, socket);
    socket.opened();
  } else if ('heard' in message) {
    sockets.get(message.heard)?.heard(message.text);
  } else if ('ready' in message) {
    ready = true;
    for (const told of waiting.splice(0)) told();
  } else {
    fail(new Error(message.failed));
  }
}

// It does not come back: whoever waits for it is told, and so is whoever asks later.
function fail(failure: Error) {
  broken = failure;
  for (const { failed } of asked.values()) failed(failure);
  asked.clear();
  for (const socket of [...opening.values(), ...sockets.values()]) socket.lost();
}

function start(): Worker {
  worker = new Worker(new URL('../../engine/worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = (event: MessageEvent<FromWorker>) => take(event.data);
  worker.onerror = () => fail(new Error('the engine does not start'));
  send({ speak: prefs.lang });
  return worker;
}

const send = (message: ToWorker) => (worker ?? start()).postMessage(message);

// Whether it can play now. It takes a while to load, so it is begun before it is needed.
export const isReady = () => ready && !broken;
export const whenReady = (told: () => void) => (ready ? told() : void waiting.push(told));
export function warm() {
  if (engine && !worker) start();
}

export function ask(path: string, lang: string, body?: string): Promise<Response> {
  if (broken) return Promise.reject(broken);
  const [where = '', query = ''] = path.split('?');
  const number = ++last;
  return new Promise((done, failed) => {
    asked.set(number, { done, failed });
    const question = { post: body !== undefined, path: decodeURI(where), query, body: body ?? '', lang };
    send({ ask: number, question });
  });
}

// As much of a WebSocket as a table needs.
export class LocalSocket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  private number = ++last;

  constructor(table: string) {
    if (broken) {
      queueMicrotask(() => this.lost()); // once somebody listens
      return;
    }
    opening.set(this.number, this);
    send({ connect: this.number, table });
  }

  send = (text: string) => send({ say: this.number, text });

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    opening.delete(this.number);
    if (!broken) send({ close: this.number });
    for (const [number, socket] of sockets) if (socket === this) sockets.delete(number);
    this.onclose?.();
  }

  opened() {
    this.readyState = 1;
    this.onopen?.();
  }

  // The engine is gone.
  lost() {
    if (this.readyState !== 3) this.heard(JSON.stringify({ type: 'bye', reason: 'engine', reconnect_after: null }));
    this.close();
  }

  heard(text: string) {
    if (text) this.onmessage?.({ data: text });
    else this.close();
  }
}
