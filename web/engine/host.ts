// Holds the engine: asks it, passes on what it says, and lets it work whenever it has something to do. Knows neither the
// worker nor the browser's storage, so that tests hold it in the same way.
import { sha256 } from '@noble/hashes/sha2.js';

// What begins with the imports of the program that emscripten's script has (parts.ts).
export interface Instance {
  start: (imports: WebAssembly.Imports) => Promise<WebAssembly.Instance>;
}

// What emscripten makes: a function that starts the program.
type Start = (options: Record<string, unknown>) => Promise<Program>;
interface Program {
  ccall: CCall;
  _malloc: (size: number) => number;
  _free: (address: number) => void;
  // Another one whenever memory has grown.
  HEAPU8: Uint8Array;
}
type CCall = (name: string, result: string | null, types: string[], values: unknown[]) => number;

export interface Answer {
  status: number;
  type: string;
  text: string;
}

export interface Question {
  post: boolean;
  path: string;
  query: string;
  body: string;
  lang: string;
}

// Which book belongs to a table, as `touchline books --json` names it; options are JSON.
export interface Rules {
  game: string;
  options: string;
  sheet: string;
}

export interface Listener {
  // What a socket hears; an empty text closes it.
  heard: (socket: number, text: string) => void;
  // Somebody asks about these rules: is there a book of them beside the page?
  wants: (rules: Rules) => void;
  // A table has changed and is to be kept.
  keeps: (id: string, table: string) => void;
  // A file of the repository that the program reads: sheets, words, rules. It cannot wait for it.
  text: (path: string) => string | null;
}

// The page has the words for it.
const REFUSAL = JSON.stringify({ ok: false, error: { code: 'engine', message: '' } });
const FAILED: Answer = { status: 500, type: 'application/json', text: REFUSAL };

export class Host {
  private asked = new Map<number, (answer: Answer) => void>();
  private last = 0;
  private due: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private program!: Program;
  private told = '';
  private whole = false;

  private constructor() {}

  static async start(start: Start, program: Instance, listener: Listener): Promise<Host> {
    const host = new Host();
    let broken: (failure: unknown) => void;
    const failure = new Promise<never>((_, failed) => (broken = failed));
    const begun = start({
      // In emscripten's way: the instance is given to its script, which does not hear of failures.
      instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
        program.start(imports).then(done, broken);
        return {};
      },
      sha256: (bytes: Uint8Array) => sha256(bytes),
      answered: (number: number, status: number, type: string, text: string) =>
        host.answered(number, { status, type, text }),
      told: (text: string) => (host.told = text),
      wants: (game: string, options: string, sheet: string) => listener.wants({ game, options, sheet }),
      heard: (socket: number, text: string) => listener.heard(socket, text),
      keeps: (id: string, table: string) => listener.keeps(id, table),
      text: (path: string) => listener.text(path),
    });
    host.program = await Promise.race([begun, failure]);
    return host;
  }

  // The whole program is there (parts.ts): until now long work has waited.
  goOn() {
    this.whole = true;
    this.soon();
  }

  ask({ post, path, query, body, lang }: Question): Promise<Answer> {
    const number = ++this.last;
    return new Promise((done) => {
      this.asked.set(number, done);
      const types = ['number', 'number', 'string', 'string', 'string', 'string'];
      try {
        this.ccall('engine_request', null, types, [number, post ? 1 : 0, path, query, body, lang]);
      } catch {
        this.answered(number, FAILED);
      }
      this.soon();
    });
  }

  // One line of the table protocol and its answer.
  line(text: string): string {
    this.ccall('engine_line', null, ['string'], [text]);
    return this.told;
  }

  put = (id: string, table: string) => this.ccall('engine_put', 'number', ['string', 'string'], [id, table]) === 1;
  remove = (id: string) => this.ccall('engine_remove', null, ['string'], [id]);

  // The next piece of a book; an empty one is the last.
  book(name: string, bytes: Uint8Array) {
    const { address, free } = this.room(Math.max(bytes.length, 1));
    try {
      this.program.HEAPU8.set(bytes, address);
      this.ccall('engine_book', null, ['string', 'number', 'number'], [name, address, bytes.length]);
    } finally {
      free();
    }
  }

  // Memory of the program.
  room(size: number) {
    const address = this.program._malloc(size);
    return { address, free: () => this.program._free(address) };
  }

  connect = (id: string): number => this.ccall('engine_connect', 'number', ['string'], [id]);

  say(socket: number, text: string) {
    this.ccall('engine_say', null, ['number', 'string'], [socket, text]);
    this.soon();
  }

  disconnect(socket: number) {
    this.ccall('engine_disconnect', null, ['number'], [socket]);
    this.soon();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.due);
  }

  private ccall: CCall = (...given) => this.program.ccall(...given);

  private run = () => this.ccall('engine_run', 'number', ['number'], [this.whole ? 1 : 0]);

  private answered(number: number, answer: Answer) {
    this.asked.get(number)?.(answer);
    this.asked.delete(number);
  }

  private soon(ms = 0) {
    clearTimeout(this.due);
    if (!this.stopped) this.due = setTimeout(() => this.soon(this.run()), ms);
  }
}
