// Splits the compiled engine into first.wasm, which holds what a person needs until the first rolls have fallen, and
// rest.wasm. What belongs to the first is seen, not listed: every game is opened and begun in it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Host } from './host';
import { begin, dist } from './tests/started';

const STEPS = 40; // of a table for two; the computer does not play before the whole program is there
const FEATURES = ['bulk-memory', 'exception-handling', 'mutable-globals', 'nontrapping-float-to-int', 'sign-ext'];
const split = (...given: string[]) =>
  execFileSync('wasm-split', [...FEATURES.map((feature) => `--enable-${feature}`), ...given], { stdio: 'inherit' });

type Option = { name: string; values?: unknown[]; default: unknown };

// What a page asks and says: the lobby, then tables of every game and option, against everybody, with their first steps.
class Page {
  constructor(
    private host: Host,
    private heard: Map<number, string[]>,
    private lang: string,
  ) {}

  async ask(path: string, body?: object): Promise<any> {
    const asked = { post: !!body, path, query: '', body: body ? JSON.stringify(body) : '', lang: this.lang };
    return JSON.parse((await this.host.ask(asked)).text);
  }

  async visit(): Promise<void> {
    const { games, bots } = await this.ask('/api/games');
    await this.ask('/api/lobby');
    for (const { id, options } of games as { id: string; options: Option[] }[]) {
      await this.ask(`/api/words/${this.lang}/${id}`);
      await this.ask(`/api/games/${id}/sheet`);
      const modes = options.find(({ name }) => name === 'mode')?.values ?? [null];
      for (const mode of modes) await this.play(id, mode ? { mode } : {}, { who: 'me' }, STEPS);
      for (const { id: bot } of bots) await this.play(id, {}, { who: 'computer', bot }, 2);
      await this.play(id, Object.fromEntries(options.map((one) => [one.name, one.default])), { who: 'me' }, 2);
      // Teams come in pairs: each against the next.
      const teams = options.filter(({ name }) => /^(home|away)_team$/.test(name));
      for (const [at] of (teams[0]?.values ?? []).entries()) {
        const pair = teams.map(({ name, values }, side) => [name, values!.at((at + side) % values!.length)]);
        await this.play(id, Object.fromEntries(pair), { who: 'me' }, STEPS / 4);
      }
      for (const { name, values } of options)
        if (values) await this.play(id, { [name]: values.at(-1) }, { who: 'me' }, STEPS);
    }
  }

  private async play(game: string, options: object, away: object, steps: number): Promise<void> {
    const seats = { home: { who: 'me', name: 'Ann' }, away };
    const opening = { game, seats, options, listed: false, odds: true, clock: null, dice: 'server' };
    const { ok, table, token } = await this.ask('/api/tables', opening);
    if (!ok) return; // an option that needs another one
    await this.ask(`/api/tables/${table.id}`);
    await this.ask(`/api/tables/${table.id}/sheet`);
    const socket = this.host.connect(table.id);
    this.heard.set(socket, []);
    const messages = () => this.heard.get(socket)!.map((text) => JSON.parse(text));
    // Until it is answered.
    const say = async (cmd: string, more: object = {}) => {
      const request_id = `${cmd} ${messages().length}`;
      this.host.say(socket, JSON.stringify({ cmd, request_id, ...more }));
      while (!messages().some((message) => message.request_id === request_id))
        await new Promise((done) => setTimeout(done));
    };
    await say('hello', { token, lang: this.lang });
    for (let step = 0; step < steps; step++) {
      const { turn, turn_no } = messages().findLast((message) => message.turn);
      if (turn.kind === 'chance') await say('roll', { turn_no });
      else if (turn.actions?.length) await say('choose', { turn_no, action: turn.actions[step % turn.actions.length] });
      else break;
    }
    for (const cmd of ['undo', 'ping', 'resign']) await say(cmd);
    this.host.disconnect(socket);
    this.heard.delete(socket);
  }
}

const work = mkdtempSync(join(tmpdir(), 'touchline-split-'));
try {
  const seen = join(work, 'seen.wasm');
  split('--instrument', dist('engine.wasm'), '-o', seen);
  const heard = new Map<number, string[]>();
  let instance: WebAssembly.Instance;
  const start = async (imports: WebAssembly.Imports) =>
    (instance = (await WebAssembly.instantiate(readFileSync(seen), imports)).instance);
  const host = await begin({ start }, (socket, text) => heard.get(socket)?.push(text));
  for (const lang of ['en', 'fr']) await new Page(host, heard, lang).visit();
  const { text } = await host.ask({ post: false, path: '/api/games', query: '', body: '', lang: 'en' });
  writeFileSync(dist('games.json'), text);
  host.stop();
  const { __write_profile: write, ...exported } = instance!.exports as Record<string, Function>;
  const memory = Object.values(exported).find((one) => (one as unknown) instanceof WebAssembly.Memory);
  const most = 1 << 20;
  const { address, free } = host.room(most);
  const size = write!(address, most) as number;
  const profile = join(work, 'profile');
  writeFileSync(profile, new Uint8Array((memory as unknown as WebAssembly.Memory).buffer, address, size).slice());
  free();
  split(dist('engine.wasm'), '--profile', profile, '-o1', dist('first.wasm'), '-o2', dist('rest.wasm'));
} finally {
  rmSync(work, { recursive: true, force: true });
}
