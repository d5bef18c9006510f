// npm run test:engine: a book that TOUCHLINE_BIN has solved answers in the compiled engine, exactly and at once, also where
// something was asked before it came; a file that is no book changes nothing.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { started } from './started';

const program = process.env.TOUCHLINE_BIN;
if (!program) throw new Error('TOUCHLINE_BIN names no program; set it to the built touchline');
const folder = mkdtempSync(join(tmpdir(), 'touchline-books-'));
const options = { drives: 4 };
const env = { ...process.env, TOUCHLINE_CACHE: folder };
execFileSync(program, ['solve', 'pocket-gridiron', '--option', `drives=${options.drives}`, '--quiet'], { env });
const name = readdirSync(folder).find((file) => file.endsWith('.book'))!;
const bytes = readFileSync(join(folder, name));
const table = JSON.stringify({ cmd: 'new', game: 'pocket-gridiron', options });
const lines = `${table}\n{"cmd":"odds"}\n`;
const native = execFileSync(program, ['table'], { env, input: lines }).toString().trim().split('\n');
rmSync(folder, { recursive: true, force: true });

const host = await started();
host.line(table);
// Half a second is enough for an estimate alone.
const asked = () => JSON.parse(host.line('{"cmd":"odds","within":0.5}'));
const failures: string[] = [];
const check = (holds: boolean, what: string) => void (holds || failures.push(what));

check(asked().method === 'estimate', 'without its book the whole game was solved in half a second');
host.book(name, Uint8Array.of(1, 2, 3));
host.book(name, new Uint8Array());
check(asked().method === 'estimate', 'three bytes were taken for a book');
host.book('../../etc/x.book', bytes.subarray(0, 3));
// Another engine: to this one the broken file is there.
const other = await started();
other.line(table);
JSON.parse(other.line('{"cmd":"odds","within":0.1}'));
for (let at = 0; at < bytes.length; at += 1 << 20) other.book(name, bytes.subarray(at, at + (1 << 20)));
other.book(name, new Uint8Array());
const begun = Date.now();
const answer = JSON.parse(other.line('{"cmd":"odds","within":0.5}'));
check(answer.method === 'exact', `with its book the answer is ${JSON.stringify(answer)}`);
const own = JSON.parse(native[1]!);
check(
  JSON.stringify(answer.odds) === JSON.stringify(own.odds),
  `${JSON.stringify(answer)}, but the program says ${native[1]}`,
);
console.log(`a book of ${bytes.length} bytes: exact after ${Date.now() - begun} ms`);
for (const failure of failures) console.log(failure);
process.exit(failures.length ? 1 : 0);
