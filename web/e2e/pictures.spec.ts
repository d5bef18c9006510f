// Pictures: one a game for the README and one for links, and with PICTURES=1 (make pictures) every screen, by day and by night, on laptop and
// phone. Without it the README's are drawn all the same, after a few turns, and thrown away.
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { bothMe, GAMES, MODES, over, press, sitAt, tableId, type Game } from './play';
import { check, test } from './harness';

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const kept = !!process.env.PICTURES;
const readme = kept ? here('docs/pictures') : mkdtempSync(join(tmpdir(), 'touchline-pictures-'));
process.on('exit', () => kept || rmSync(readme, { recursive: true, force: true }));

// Odds only where they come at once, so that a picture never waits for a book.
const SCENES: Record<Game, { seed: number; turns: number; odds: boolean; options?: object } | undefined> = {
  'sports-dice-football': { seed: 11, turns: 14, odds: true },
  'pocket-gridiron': { seed: 5, turns: 62, odds: false },
  'pocket-rugby': {
    seed: 7,
    turns: 80,
    odds: false,
    options: { home_team: 'new-zealand', away_team: 'south-africa', weather: 'roll' },
  },
  'red-boar-gridiron': { seed: 3, turns: 60, odds: false },
  'gridiron-glory': { seed: 9, turns: 43, odds: true },
};

async function play(page: Page, turns: number) {
  for (let i = 0; i < turns && !(await page.locator('section.end').count()); i++) {
    await page.waitForSelector('#actions [data-primary], #actions [data-action], section.end');
    await press(page);
  }
}

async function take(page: Page, path: string, least = 8_000) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(600);
  await page.screenshot({ path, animations: 'disabled' });
  const size = statSync(path).size;
  check(size > least && size < 500_000, `the picture has ${size} bytes`);
}

for (const game of GAMES)
  test(`a picture of ${game}`, async (stage) => {
    mkdirSync(readme, { recursive: true });
    const page = await stage.visitor({ size: { width: 1366, height: 768 } });
    const { seed, turns, options = {}, odds } = SCENES[game] ?? { seed: 1, turns: 20, odds: false };
    await sitAt(page, { game, seed, options, odds, seats: bothMe });
    await play(page, kept ? turns : 6);
    await page.waitForSelector('#actions [data-primary], #actions [data-action]');
    if (odds) await page.waitForSelector('.win:not(.earlier) .home', { timeout: 15_000 }).catch(() => undefined);
    await take(page, join(readme, `${game}.png`));
  });

// What a link to a table shows where it is posted, and the icon on the screen of a phone: part of the page.
const shown = kept ? here('web/public') : readme;
test('the pictures that links show', async (stage) => {
  mkdirSync(shown, { recursive: true });
  const page = await stage.visitor({ size: { width: 1200, height: 630 } });
  for (const game of GAMES) {
    await page.goto('/');
    await page.waitForSelector(`[data-lid="${game}"] text`);
    await page.evaluate((id) => {
      const lid = document.querySelector<SVGElement>(`[data-lid="${id}"] svg`)!;
      const { style } = document.body.appendChild(lid);
      document.querySelector('#app')!.remove();
      document.querySelector('.skip-link')?.remove();
      Object.assign(style, { width: '800px', display: 'block', margin: '15px auto' });
      Object.assign(document.body.style, { overflow: 'hidden', background: '#f6f1e4' });
    }, game);
    await take(page, join(shown, `preview-${game}.png`));
  }
  const icon = await stage.visitor({ size: { width: 180, height: 180 } });
  await icon.goto('/icon.svg');
  await take(icon, join(shown, 'apple-touch-icon.png'), 1_000);
});

if (kept) {
  const folder = here('pictures');
  const SIZES = { laptop: { width: 1366, height: 768 }, phone: { width: 390, height: 844 } };
  for (const [name, size] of Object.entries(SIZES))
    for (const theme of ['light', 'dark'] as const)
      test(`a picture of every screen, ${name}, ${theme}`, async (stage) => {
        mkdirSync(folder, { recursive: true });
        const to = (screen: string) => join(folder, `${screen}-${name}-${theme}.png`);
        const french = await stage.visitor({ size, theme, lang: 'fr' });
        await french.goto('/');
        await french.waitForSelector('[data-play]');
        await take(french, to('lobby-fr'));
        await sitAt(french, { game: 'pocket-rugby', seed: 7, odds: false, seats: bothMe });
        await play(french, 24);
        await take(french, to('pocket-rugby-fr'));
        const page = await stage.visitor({ size, theme });
        await page.goto('/');
        await page.waitForSelector('[data-play]');
        await take(page, to('lobby'));
        for (const [i, mode] of MODES.entries()) {
          const { game, options } = mode;
          await sitAt(page, { game, options, seed: 11, odds: game !== 'pocket-rugby', seats: bothMe });
          await play(page, 26);
          await take(page, to(`table-${i}-${game}`));
        }
        for (const game of GAMES) {
          await page.goto(`/g/${game}`);
          await page.waitForSelector('.faces li, table tr');
          await take(page, to(`sheet-${game}`));
          await page.goto(`/g/${game}/rules`);
          await page.waitForSelector('main h1, main h2');
          await take(page, to(`rules-${game}`));
        }
        await sitAt(page, {
          game: 'sports-dice-football',
          seed: 11,
          odds: true,
          options: { target: 7 },
          seats: bothMe,
        });
        await play(page, 400);
        await over(page);
        await page.waitForSelector('[data-story="told"]');
        await take(page, to('end'));
        const id = tableId(page);
        await page.goto(`/t/${id}/review`);
        await page.waitForSelector('.ledger');
        await take(page, to('review'));
        await page.goto(`/t/${id}/steps`);
        await page.waitForSelector('[data-next]');
        await page.keyboard.press('End');
        await take(page, to('record'));
      });
}
