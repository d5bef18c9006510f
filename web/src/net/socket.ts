// One table's WebSocket: says hello, comes back by itself, and resends what was not answered.
import { isLocal, LocalSocket } from './local';
import type { BySeat, Lang, Refusal, ServerMessage, View } from './types';

export type Connection = 'connecting' | 'open' | 'lost' | 'closed';

export interface Hello {
  token?: string;
  lang: Lang;
  name?: string;
  badge?: string;
  view?: View;
  chains?: Partial<BySeat<string>>;
}

export interface Reply {
  ok: boolean;
  error?: Refusal;
  [key: string]: any;
}

// Whether a request is sent again after a lost connection, or is worth nothing then.
type Sent = 'again' | 'once';
const UNREACHABLE: Reply = { ok: false, error: { code: 'unreachable', message: '' } };

interface Waiting {
  message: string;
  sent: Sent;
  done: (reply: Reply) => void;
}

// What the socket needs of the world; tests hand in their own.
export interface World {
  connect: (url: string) => WebSocket;
  later: (run: () => void, ms: number) => unknown;
  cancel: (handle: any) => void;
  id: () => string;
}

const browser: World = {
  connect: (url) => {
    const table = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
    return isLocal(table) ? (new LocalSocket(table) as unknown as WebSocket) : new WebSocket(url);
  },
  later: (run, ms) => setTimeout(run, ms),
  cancel: (handle) => clearTimeout(handle),
  id: () => crypto.getRandomValues(new Uint32Array(3)).reduce((text, part) => text + part.toString(36), ''),
};

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;

export class TableSocket {
  // What each hello says beside the rest, as it is at that moment.
  adds: () => Partial<Hello> = () => ({});
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private wait = FIRST_WAIT;
  private retry: unknown = null;
  private pinging: unknown = null;
  private greeted = false;
  private ended = false;
  private helloId = '';

  constructor(
    private url: string,
    private hello: Hello,
    private heard: (message: ServerMessage) => void,
    private changed: (connection: Connection) => void,
    private refused: (refusal: Refusal) => void,
    private world: World = browser,
  ) {
    this.connect();
  }

  // Whether a reply is to the last hello.
  answersHello = (message: { request_id: string }): boolean => message.request_id === this.helloId;

  // Says hello again with something else: another language, name or view.
  greet(change: Partial<Hello>) {
    this.hello = { ...this.hello, ...change };
    if (this.socket?.readyState === 1) this.sendHello();
  }

  request(cmd: string, fields: Record<string, unknown> = {}, sent: Sent = 'again'): Promise<Reply> {
    if (sent === 'once' && !this.greeted) return Promise.resolve(UNREACHABLE);
    const request_id = this.world.id();
    const message = JSON.stringify({ cmd, request_id, ...fields });
    return new Promise((done) => {
      this.waiting.set(request_id, { message, sent, done });
      if (this.greeted) this.socket?.send(message);
    });
  }

  // Comes back at once, for the moment when a device wakes up.
  wake() {
    if (this.ended || this.socket?.readyState === 1 || this.socket?.readyState === 0) return;
    this.world.cancel(this.retry);
    this.connect();
  }

  close() {
    this.ended = true;
    this.world.cancel(this.retry);
    this.world.cancel(this.pinging);
    this.socket?.close();
    this.changed('closed');
  }

  private connect() {
    this.greeted = false;
    this.changed('connecting');
    const socket = this.world.connect(this.url);
    this.socket = socket;
    socket.onopen = () => this.sendHello();
    socket.onmessage = (event) => {
      if (socket === this.socket) this.take(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  private sendHello() {
    this.helloId = this.world.id();
    this.socket?.send(JSON.stringify({ cmd: 'hello', request_id: this.helloId, ...this.hello, ...this.adds() }));
  }

  private take(message: ServerMessage) {
    if (message.type === 'welcome') this.welcomed();
    if (message.type === 'bye') {
      if (message.reconnect_after === null) this.ended = true;
      else this.wait = Math.max(FIRST_WAIT, message.reconnect_after * 1000);
    }
    if (message.type === 'reply') {
      const request = this.waiting.get(message.request_id);
      this.waiting.delete(message.request_id);
      request?.done(message);
      if (!message.ok && message.request_id === this.helloId) this.unwelcome(message.error);
    }
    this.heard(message);
  }

  // A server that is too busy to let anybody in says when to say hello again.
  private unwelcome(refusal?: Refusal) {
    if (!refusal?.retry_after) return;
    this.refused(refusal);
    this.world.cancel(this.retry);
    this.retry = this.world.later(() => this.sendHello(), refusal.retry_after * 1000);
  }

  private welcomed() {
    this.wait = FIRST_WAIT;
    const again = !this.greeted;
    this.greeted = true;
    this.changed('open');
    if (!again) return;
    for (const request of this.waiting.values()) this.socket?.send(request.message);
    this.world.cancel(this.pinging);
    this.pinging = this.world.later(() => this.ping(), PING_EVERY);
  }

  private ping() {
    if (!this.greeted || this.ended) return;
    this.socket?.send(JSON.stringify({ cmd: 'ping', request_id: this.world.id() }));
    this.pinging = this.world.later(() => this.ping(), PING_EVERY);
  }

  private lost() {
    this.greeted = false;
    for (const [id, { sent, done }] of this.waiting) {
      if (sent === 'again') continue;
      this.waiting.delete(id);
      done(UNREACHABLE);
    }
    this.world.cancel(this.pinging);
    this.world.cancel(this.retry);
    if (this.ended) {
      this.changed('closed');
      return;
    }
    this.changed('lost');
    this.retry = this.world.later(() => this.connect(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }
}
