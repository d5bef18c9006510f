// The worker of the page: the engine, and the tables that this browser keeps. What it is told and tells: messages.ts.
import start, { packed, wasm } from 'virtual:engine';
import { Books } from './books';
import { Host, type Rules } from './host';
import { kept, keep } from './kept';
import type { FromWorker, ToWorker } from './messages';

const tell = (message: FromWorker) => postMessage(message);

// The program, compiled while it comes. In a folder it is packed: a plain web host sends files as they are.
const program = async () => {
  const answer = await fetch(wasm);
  if (!answer.ok) throw new Error(`the engine is not there: ${answer.status}`);
  const bytes = packed ? answer.body!.pipeThrough(new DecompressionStream('gzip')) : answer.body;
  return WebAssembly.compileStreaming(new Response(bytes, { headers: { 'content-type': 'application/wasm' } }));
};

// In emscripten's way: the imports come when its script is ready, and the instance is given to it.
const instantiateWasm = (coming: Promise<WebAssembly.Module>, failed: (failure: unknown) => void) => ({
  instantiateWasm: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => {
    coming.then((module) => WebAssembly.instantiate(module, imports)).then(done, failed);
    return {};
  },
});

const host = (async () => {
  const begin = start;
  if (!begin) throw new Error('this page was built without the engine');
  const tables = kept();
  // Books lie beside the page of a folder: the worker's own file is in its assets.
  const books = new Books(new URL('../books/', self.location.href), (name, bytes) => own.book(name, bytes));
  const own = await new Promise<Host>((done, failed) => {
    const listener = {
      heard: (socket: number, text: string) => tell({ heard: socket, text }),
      wants: (rules: Rules) => void (__FOLDER__ && books.want(rules).catch(() => undefined)),
      keeps: keep,
    };
    Host.start(begin, instantiateWasm(program(), failed), listener).then(done, failed);
  });
  for (const [id, table] of await tables) own.put(id, table);
  return own;
})();
host.then(
  () => tell({ ready: true }),
  (failure: unknown) => tell({ failed: String(failure) }),
);

// In the order in which they came.
let turn: Promise<unknown> = host;
const sockets = new Map<number, number>();

async function take(message: ToWorker) {
  const engine = await host;
  if ('ask' in message) {
    void engine.ask(message.question).then((answer) => tell({ answer: message.ask, ...answer }));
  } else if ('connect' in message) {
    sockets.set(message.connect, engine.connect(message.table));
    tell({ connected: message.connect, socket: sockets.get(message.connect)! });
  } else if ('say' in message) {
    engine.say(sockets.get(message.say)!, message.text);
  } else {
    engine.disconnect(sockets.get(message.close)!);
    sockets.delete(message.close);
  }
}

addEventListener('message', (event: MessageEvent<ToWorker>) => {
  turn = turn.then(() => take(event.data)).catch(() => undefined);
});
