// A real server, real browsers, and a small runner: each test is a sentence and a function.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
];

// Chromium without the windows around a page, which cost as much as the page itself.
export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: FLAGS });

// What a browser visits.
export interface Host {
  readonly url: string;
  // How it ended where nobody asked it to; it is there again then.
  died(): Promise<string | null>;
  stop(): Promise<void>;
}

export class Server implements Host {
  private child: ChildProcess | null = null;
  private said = '';

  private constructor(
    readonly port: number,
    private data: string,
  ) {}

  static async start(): Promise<Server> {
    const server = new Server(await freePort(), mkdtempSync(join(tmpdir(), 'touchline-')));
    await server.up();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async up(): Promise<void> {
    const program = process.env.TOUCHLINE_BIN;
    if (!program) throw new Error('TOUCHLINE_BIN names no program; set it to the built touchline');
    this.child = spawn(
      program,
      [
        'serve',
        '--host',
        '127.0.0.1',
        '--port',
        String(this.port),
        '--data',
        this.data,
        '--messages-per-second',
        '200',
        '--tables-per-minute',
        '600',
        '--claim-after',
        '1',
        '--log',
        'warn',
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, TOUCHLINE_CACHE: join(this.data, 'books') } },
    );
    const child = this.child;
    for (const stream of [child.stdout!, child.stderr!])
      stream.on('data', (text) => (this.said = (this.said + text).slice(-4000)));
    for (let tries = 0; ; tries++) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${this.said}`);
      const answer = await fetch(`${this.url}/healthz`).catch(() => null);
      if (answer?.ok) return;
      if (tries > 300) throw new Error(`the server does not answer: ${this.said}`);
      await sleep(100);
    }
  }

  async down(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
    this.child = null;
  }

  // How it ended where nobody asked it to: the next test gets a fresh one on the same tables.
  async died(): Promise<string | null> {
    const child = this.child;
    if (!child || (child.exitCode === null && child.signalCode === null)) return null;
    await this.up();
    return `the server ended by itself (${child.signalCode ?? child.exitCode}): ${this.said}`;
  }

  async stop(): Promise<void> {
    await this.down('SIGTERM');
    rmSync(this.data, { recursive: true, force: true });
  }
}

// How long anything may take to be shown, and a whole test: a busy machine is slow, not wrong, so both are long.
const PATIENCE = 200_000;
const LONGEST = 600_000;

// Waits for a truth inside the page. Asked from outside, because the page's policy lets nothing be evaluated in it.
export async function until<T>(page: Page, truth: (given: T) => unknown, given?: T, ms = PATIENCE): Promise<void> {
  const begun = Date.now();
  for (;;) {
    const held = await page.evaluate(truth as (given: any) => unknown, given).catch(() => false);
    if (held) return;
    if (Date.now() - begun > ms) throw new Error(`not so after ${ms} ms: ${String(truth).slice(0, 160)}`);
    await sleep(25);
  }
}

// The page has drawn itself as it is now.
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

export const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}

export interface Visit {
  lang?: 'en' | 'fr';
  theme?: 'light' | 'dark';
  phone?: boolean;
  motion?: boolean;
  coach?: boolean;
  // Whether rolls without a choice roll themselves; null: as it suits the table.
  auto?: boolean | null;
  prefs?: Record<string, unknown>;
  size?: { width: number; height: number };
}

// Every game has a sheet of its name.
export const GAMES = readdirSync(new URL('../../data/sheets/', import.meta.url)).map((file) =>
  file.replace('.toml', ''),
);

export class Stage<Visited extends Host = Server> {
  private contexts: BrowserContext[] = [];
  problems: string[] = [];
  // Whether the test makes the server cheat: otherwise no page may suspect it.
  cheats = false;

  constructor(
    readonly server: Visited,
    private browser: Browser,
  ) {}

  // A browser of its own: nothing shared with the others but the server.
  async visitor(visit: Visit = {}): Promise<Page> {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const context = await this.browser.newContext({
      viewport: visit.size ?? { width: 1366, height: 820 },
      ...(visit.phone ? phone : {}),
      colorScheme: visit.theme ?? 'light',
      locale: 'en-GB',
      baseURL: this.server.url,
    });
    this.contexts.push(context);
    const coach = Object.fromEntries(GAMES.map((game) => [game, visit.coach ?? false]));
    const prefs = JSON.stringify({
      lang: visit.lang ?? 'en',
      pace: visit.motion ? 'calm' : 'instant',
      auto: visit.auto === undefined ? false : visit.auto,
      coach,
      introduced: true,
      ...visit.prefs,
    });
    await context.addInitScript(
      `try { if (!localStorage.getItem('touchline.prefs')) localStorage.setItem('touchline.prefs', ${JSON.stringify(prefs)}); } catch {}`,
    );
    // The compiler of the tests names inner functions with this; inside a page it does nothing.
    await context.addInitScript('globalThis.__name = (value) => value');
    return this.tab(context);
  }

  async tab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (failure) => this.problems.push(`${failure.message}`));
    page.on('console', (message) => {
      const text = message.text();
      if (message.type() === 'error' && !/net::ERR|Failed to load resource|WebSocket connection/.test(text))
        this.problems.push(text);
    });
    return page;
  }

  // What the pages that are open say is wrong with the dice.
  async suspicions(): Promise<string[]> {
    const pages = this.contexts.flatMap((context) => context.pages());
    const found = await Promise.all(
      pages.map((page) =>
        page
          .evaluate(() =>
            [...document.querySelectorAll('.notice[data-fault], [data-proven="wrong"]')].map(
              (node) => node.textContent!,
            ),
          )
          .catch(() => []),
      ),
    );
    return found.flat();
  }

  async close(): Promise<void> {
    for (const context of this.contexts) await context.close();
  }
}

interface Test {
  name: string;
  run: (stage: Stage<any>) => Promise<void>;
}

const tests: Test[] = [];
export const test = <Visited extends Host = Server>(name: string, run: (stage: Stage<Visited>) => Promise<void>) =>
  tests.push({ name, run });

export function check(truth: unknown, otherwise: string): asserts truth {
  if (!truth) throw new Error(otherwise);
}

export function same(found: unknown, wanted: unknown, what: string) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (a !== b) throw new Error(`${what}: found ${a}, wanted ${b}`);
}

async function once(one: Test, server: Host, browser: Browser): Promise<string | null> {
  const stage = new Stage(server, browser);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_, fail) => (timer = setTimeout(() => fail(new Error(`not done after ${LONGEST / 1000} s`)), LONGEST)),
  );
  try {
    await Promise.race([one.run(stage), late]);
    if (stage.problems.length)
      return `the browser complained: ${[...new Set(stage.problems)].join(' | ').slice(0, 600)}`;
    const suspicions = stage.cheats ? [] : await stage.suspicions();
    if (suspicions.length) return `an honest server is suspected: ${suspicions.join(' | ').slice(0, 600)}`;
    return null;
  } catch (failure) {
    return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  } finally {
    clearTimeout(timer);
    await stage.close().catch(() => undefined);
  }
}

export async function runAll(host: () => Promise<Host> = Server.start): Promise<number> {
  const wanted = process.argv.slice(2);
  const chosen = tests.filter((one) => wanted.every((word) => one.name.includes(word)));
  if (!chosen.length) {
    console.log('0 passed, 0 failed');
    return 0;
  }
  const waiting = [...chosen];
  let failed = 0;
  // Each has a server and a browser of its own and takes the next test that nobody has begun. As half of a test is waiting, there
  // is one more of them than processors.
  const player = async () => {
    const server = await host();
    const browser = await launch();
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const begun = Date.now();
      const wrong = [await once(one, server, browser), await server.died()].filter(Boolean).join('\n       ');
      const seconds = ((Date.now() - begun) / 1000).toFixed(1);
      console.log(`${wrong ? 'FAILED' : 'ok    '} ${one.name} (${seconds} s)${wrong ? `\n       ${wrong}` : ''}`);
      if (wrong) failed++;
    }
    await browser.close();
    await server.stop();
  };
  const atOnce = Number(process.env.E2E_AT_ONCE ?? cpus().length + 1);
  await Promise.all(Array.from({ length: Math.min(atOnce, chosen.length) }, player));
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  return failed;
}
