// The worker of the page: the engine, and the tables that this browser keeps. What it is told and tells: messages.ts.
import start, { first, rest } from 'virtual:engine';
import { Books } from './books';
import { atOnce, coming } from './files';
import { Host, type Answer, type Question, type Rules } from './host';
import { kept, keep } from './kept';
import type { FromWorker, ToWorker } from './messages';
import { Parts } from './parts';
import { fetchTexts, fixedAnswer, text } from './texts';

const tell = (message: FromWorker) => postMessage(message);

// Compiled while it comes.
const compiled = async (address: string) =>
  WebAssembly.compileStreaming(
    new Response(await coming(address), { headers: { 'content-type': 'application/wasm' } }),
  );

let speak: (lang: string) => void;
const words = new Promise<string>((done) => (speak = done)).then((lang) => fetchTexts(`words-${lang}`));
let begun = false;
let whole: Promise<void>;

const host = (async () => {
  const begin = start;
  if (!begin) throw new Error('this page was built without the engine');
  const tables = kept();
  await words;
  const program = compiled(first);
  // Books lie beside the page of a folder: the worker's own file is in its assets.
  const books = new Books(new URL('../books/', self.location.href), (name, bytes) => own.book(name, bytes));
  const parts = new Parts(program, () => new WebAssembly.Module(atOnce(rest)));
  const own = await Host.start(begin, parts, {
    heard: (socket: number, text: string) => tell({ heard: socket, text }),
    wants: (rules: Rules) => void (__FOLDER__ && books.want(rules).catch(() => undefined)),
    keeps: keep,
    text,
  });
  for (const [id, table] of await tables) own.put(id, table);
  whole = compiled(rest).then((module) => {
    parts.complete(module);
    own.goOn();
  });
  begun = true;
  return own;
})();
host
  .then(() => whole)
  .then(
    () => tell({ ready: true }),
    (failure: unknown) => tell({ failed: String(failure) }),
  );

// What takes longer than a moment, and more than the first part of the program.
const LONG = /^\/api\/(certificate|figures|odds|puzzles|review)|\/review$/;

async function answer(question: Question): Promise<Answer> {
  const known = await lobby(question);
  if (known) return known;
  const engine = await host;
  if (LONG.test(question.path)) await whole;
  return engine.ask(question);
}

// The lobby does not wait for the program.
async function lobby({ path }: Question): Promise<Answer | null> {
  await words;
  const text = begun ? null : fixedAnswer(path);
  return text === null ? null : { status: 200, type: 'application/json', text };
}

// What sockets say, in the order in which it came.
let turn: Promise<unknown> = host;
const sockets = new Map<number, number>();

async function take(message: Exclude<ToWorker, { speak: string } | { ask: number }>) {
  const engine = await host;
  if ('connect' in message) {
    sockets.set(message.connect, engine.connect(message.table));
    tell({ connected: message.connect, socket: sockets.get(message.connect)! });
  } else if ('say' in message) {
    engine.say(sockets.get(message.say)!, message.text);
  } else {
    engine.disconnect(sockets.get(message.close)!);
    sockets.delete(message.close);
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('speak' in data) speak(data.speak);
  // Where there is no engine, that was told.
  else if ('ask' in data)
    answer(data.question).then(
      (said) => tell({ answer: data.ask, ...said }),
      () => undefined,
    );
  else turn = turn.then(() => take(data)).catch((failure: unknown) => tell({ failed: String(failure) }));
});
