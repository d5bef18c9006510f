// Hands for the tests: opening tables, pressing what is lit, reading what the page shows.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { check, until } from './harness';

export { GAMES } from './harness';
export type Game = string;

export interface Wish {
  kind?: 'computer' | 'friend' | 'screen' | 'alone' | 'real' | 'real-alone' | 'real-computer';
  options?: Record<string, string | number | boolean>;
}

// The sheet of a game with another text in it.
export function sheet(game: Game, from: string, to: string): string {
  const toml = readFileSync(new URL(`../../data/sheets/${game}.toml`, import.meta.url), 'utf8');
  check(toml.includes(from), `the sheet of ${game} has no ${from}`);
  return toml.replaceAll(from, to);
}

const shortRugby = sheet(
  'pocket-rugby',
  'rain_half_time = 10\nrain_full_time = 20',
  'rain_half_time = 4\nrain_full_time = 8',
);

// Every game in every mode, short enough to be played to its end.
export const MODES: { name: string; game: Game; options?: Wish['options']; sheet?: string }[] = [
  { name: 'Sports Dice Football', game: 'sports-dice-football' },
  { name: 'Sports Dice Football without the chip', game: 'sports-dice-football', options: { chip: false, target: 10 } },
  { name: 'Pocket Gridiron, basic', game: 'pocket-gridiron', options: { drives: 4 } },
  {
    name: 'Pocket Gridiron, pro',
    game: 'pocket-gridiron',
    options: { mode: 'pro', drives: 3, home_team: 'harbor', away_team: 'mustangs' },
  },
  { name: 'Pocket Rugby', game: 'pocket-rugby', options: { weather: 'rain' }, sheet: shortRugby },
  {
    name: 'Pocket Rugby with team cards and weather',
    game: 'pocket-rugby',
    options: { home_team: 'new-zealand', away_team: 'england', weather: 'rain' },
    sheet: shortRugby,
  },
  { name: 'Red Boar Gridiron, dice', game: 'red-boar-gridiron', options: { quarter_seconds: 150 } },
  { name: 'Red Boar Gridiron, cards', game: 'red-boar-gridiron', options: { mode: 'cards', quarter_seconds: 120 } },
  { name: 'Gridiron Glory', game: 'gridiron-glory' },
];

export const tableOf = ({ game, options, sheet }: (typeof MODES)[number]) => ({ game, options, sheet });

// Takes the lid off a box on the shelf.
export async function openBox(page: Page, game: Game): Promise<void> {
  await page.goto('./');
  await page.click(`[data-lid="${game}"]`);
  await page.waitForSelector(`[data-open="${game}"] [data-play]:not([disabled])`);
}

// Through the open box on the shelf, as a person would.
export async function start(page: Page, game: Game, wish: Wish = {}): Promise<void> {
  await openBox(page, game);
  if (wish.options) await page.locator(`[data-open="${game}"] details:not(.people) summary`).click();
  for (const [name, value] of Object.entries(wish.options ?? {})) {
    const field = page.locator(`[data-option="${name}"]`);
    const tag = await field.evaluate((node) => node.tagName + ((node as HTMLInputElement).type ?? ''));
    if (tag.startsWith('SELECT')) await field.selectOption(JSON.stringify(value));
    else if (tag.startsWith('FIELDSET'))
      await field.locator(`label:has(input[value='${JSON.stringify(value)}'])`).click();
    else if (tag.endsWith('checkbox')) await field.setChecked(Boolean(value));
    else {
      await field.fill(String(value));
      await field.blur();
    }
  }
  const kind = wish.kind ?? 'computer';
  await page.click(kind === 'computer' ? `[data-play="${game}"]` : `[data-way="${kind}"]`);
  await seated(page);
}

// A table opened with exactly these wishes; this browser gets its seat.
export async function sitAt(page: Page, wishes: Record<string, unknown>): Promise<string> {
  await page.goto('/');
  const opened = await page.evaluate(async (body) => {
    const answer = await fetch('/api/tables', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const json = await answer.json();
    if (json.ok) {
      const seat = { token: json.token, seat: json.seat, game: json.table.game, invite: json.invite, at: 1 };
      localStorage.setItem('touchline.seats', JSON.stringify({ [json.table.id]: seat }));
    }
    return json;
  }, wishes);
  check(opened.ok, JSON.stringify(opened));
  await page.goto(opened.path);
  await seated(page);
  return opened.table.id;
}

export const bothMe = { home: { who: 'me', name: 'Ann' }, away: { who: 'me', name: 'Ben' } };

export async function seated(page: Page): Promise<void> {
  await page.waitForSelector('main.stage[data-role]');
}

export const invite = async (page: Page): Promise<string> => page.locator('.invite input').first().inputValue();

export const role = (page: Page) => page.getAttribute('main.stage', 'data-role');

export interface Shown {
  turn: number;
  kind: string | null;
  score: string[];
  lines: string[];
}

export function shown(page: Page): Promise<Shown> {
  return page.evaluate(() => ({
    turn: Number(document.querySelector('main.stage')?.getAttribute('data-shown')),
    kind: document.querySelector('main.stage')?.getAttribute('data-kind') ?? null,
    score: [...document.querySelectorAll('.score .points')].map((node) => node.textContent ?? ''),
    lines: [...document.querySelectorAll('[role=log] [data-line]')].map((node) => node.textContent ?? ''),
  }));
}

// Presses the obvious button, or one of the choices in turn; a real click. False where nothing is lit.
export async function press(page: Page, pick = 0): Promise<boolean> {
  const buttons = page.locator('#actions [data-primary], #actions [data-action]');
  const count = await buttons.count();
  if (!count) return false;
  const before = await page.getAttribute('main.stage', 'data-turn');
  await buttons
    .nth(pick % count)
    .click({ timeout: 3000 })
    .catch(() => undefined);
  await until(
    page,
    (was) => document.querySelector('main.stage')?.getAttribute('data-turn') !== was,
    before,
    3000,
  ).catch(() => undefined);
  return true;
}

// Lets a page press whatever is lit, by itself, until it is stopped or the game is over.
export async function autoplay(page: Page, seed: number, every = 55): Promise<void> {
  await page.evaluate(
    ([start, ms]) => {
      let state = start! * 2654435761 + 1;
      const random = () => (state = (state * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;
      const press = () => {
        const main = document.querySelector('main.stage');
        if (main?.getAttribute('data-kind') === 'over') return;
        const obvious = document.querySelector<HTMLElement>('#actions [data-primary]');
        const choices = document.querySelectorAll<HTMLElement>('#actions [data-action]');
        (obvious ?? choices[Math.floor(random() * choices.length)])?.click();
      };
      (window as any).autoplay = setInterval(press, ms);
    },
    [seed, every],
  );
}

export const rest = (page: Page) => page.evaluate(() => clearInterval((window as any).autoplay));

export async function over(page: Page): Promise<void> {
  await page.waitForSelector('main.stage[data-kind="over"]');
  await page.waitForSelector('section.end');
}

export async function untilTurn(page: Page, turn: number): Promise<void> {
  await until(
    page,
    (wanted) =>
      Number(document.querySelector('main.stage')?.getAttribute('data-shown')) >= wanted ||
      document.querySelector('main.stage')?.getAttribute('data-kind') === 'over',
    turn,
  );
}

export async function agree(pages: Page[]): Promise<void> {
  const views = await Promise.all(pages.map(shown));
  for (const view of views.slice(1)) {
    check(
      JSON.stringify(view.score) === JSON.stringify(views[0]!.score),
      `the pages show different scores: ${views.map((one) => one.score.join('-')).join(' and ')}`,
    );
    check(
      view.turn === views[0]!.turn,
      `the pages show different turns: ${views.map((one) => one.turn).join(' and ')}`,
    );
  }
}

export const tableId = (page: Page): string => new URL(page.url()).pathname.split('/')[2]!;
