// The worker of the page: the engine, and the tables that this browser keeps. What it is told and tells: messages.ts.
import start, { wasm } from 'virtual:engine';
import { Host } from './host';
import { kept, keep } from './kept';
import type { FromWorker, ToWorker } from './messages';

const tell = (message: FromWorker) => postMessage(message);

const host = (async () => {
  if (!start) throw new Error('this page was built without the engine');
  const own = await Host.start(
    start,
    { locateFile: () => wasm },
    { heard: (socket, text) => tell({ heard: socket, text }), keeps: keep },
  );
  for (const [id, table] of await kept()) own.put(id, table);
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
