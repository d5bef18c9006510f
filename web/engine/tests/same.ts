// npm run test:engine: plays games in the compiled engine and in TOUCHLINE_BIN, by the table protocol, with the same seeds and
// choices, and compares every byte that they answer. GAMES_EACH says how many of each (1,000).
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { started } from './started';

const each = Number(process.env.GAMES_EACH ?? 1000);
const program = process.env.TOUCHLINE_BIN;
if (!program) throw new Error('TOUCHLINE_BIN names no program; set it to the built touchline');
const host = await started();

// The lines of one game: its seed decides the dice, and which of the actions is taken.
function* play(game: string, options: object, seed: number): Generator<string, void, any> {
  let answer = yield JSON.stringify({ cmd: 'new', game, options, seed, happened: true });
  for (let step = 0; answer.turn?.kind !== 'over'; step++) {
    const { kind, actions = [], seats = [] } = answer.turn;
    if (kind === 'chance') answer = yield '{"cmd":"roll"}';
    else if (kind === 'choice')
      answer = yield JSON.stringify({ cmd: 'choose', action: actions[(seed * 7 + step * 13) % actions.length] });
    else {
      const seat = seats[0];
      const { turn } = yield JSON.stringify({ cmd: 'view', seat });
      answer = yield JSON.stringify({ cmd: 'choose', seat, action: turn.actions[(seed + step) % turn.actions.length] });
    }
    if (answer.ok === false) throw new Error(`${game}, seed ${seed}: ${JSON.stringify(answer)}`);
  }
  yield '{"cmd":"record"}';
}

// Every game, and its modes.
const games: [string, object][] = JSON.parse(host.line('{"cmd":"games"}')).games.flatMap(
  (one: { id: string; options: { name: string; values?: unknown[] }[] }) => {
    const modes = one.options.find((option) => option.name === 'mode')?.values ?? [null];
    return modes.map((mode) => [one.id, mode === null ? {} : { mode }]);
  },
);
const native = spawn(program, ['table'], { stdio: ['pipe', 'pipe', 'inherit'] });
const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]();

let wrong = 0;
let bytes = 0;
for (const [game, options] of games) {
  const begun = Date.now();
  let steps = 0;
  for (let seed = 1; seed <= each && !wrong; seed++) {
    const asked: string[] = [];
    const here: string[] = [];
    const lines = play(game, options, seed);
    for (let next = lines.next(); !next.done; next = lines.next(JSON.parse(here.at(-1)!))) {
      asked.push(next.value);
      here.push(host.line(next.value));
    }
    native.stdin.write(asked.join('\n') + '\n');
    for (const [i, mine] of here.entries()) {
      const { value: theirs } = await answers.next();
      bytes += mine.length;
      if (mine === theirs) continue;
      console.log(`${game}, seed ${seed}, line ${i} (${asked[i]}):\n  here   ${mine}\n  native ${theirs}`);
      wrong++;
      break;
    }
    steps += asked.length;
  }
  console.log(
    `${wrong ? 'FAILED' : 'ok    '} ${game} ${JSON.stringify(options)}: ${each} games, ${steps} answers (${Date.now() - begun} ms)`,
  );
}
native.stdin.end();
host.stop();
console.log(`${games.length - wrong} passed, ${wrong} failed (${bytes} bytes the same)`);
process.exit(wrong ? 1 : 0);
