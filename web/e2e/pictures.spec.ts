// The pictures of the README, one a game. Kept with PICTURES=1; otherwise they only have to come out.
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GAMES, seated, type Game } from './play';
import { check, test, until } from './harness';

const folder = process.env.PICTURES
  ? fileURLToPath(new URL('../../docs/pictures', import.meta.url))
  : mkdtempSync(join(tmpdir(), 'touchline-pictures-'));
process.on('exit', () => process.env.PICTURES || rmSync(folder, { recursive: true, force: true }));
// Odds only where they come at once, so that a picture never waits for a book.
const SEEDS: Record<Game, { seed: number; turns: number; odds: boolean; options?: object } | undefined> = {
  'sports-dice-football': { seed: 11, turns: 22, odds: true },
  'pocket-gridiron': { seed: 5, turns: 60, odds: false },
  'pocket-rugby': {
    seed: 7,
    turns: 80,
    odds: false,
    options: { home_team: 'new-zealand', away_team: 'south-africa', weather: 'roll' },
  },
  'red-boar-gridiron': { seed: 3, turns: 60, odds: false },
  'gridiron-glory': { seed: 9, turns: 44, odds: true },
};

for (const game of GAMES) {
  test(`a picture of ${game}`, async (stage) => {
    mkdirSync(folder, { recursive: true });
    const page = await stage.visitor({ size: { width: 1200, height: 760 } });
    await page.goto('/');
    const { seed, turns, options, odds } = SEEDS[game] ?? { seed: 1, turns: 20, odds: false };
    const opened = await page.evaluate(
      async (body) =>
        (
          await fetch('/api/tables', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).json(),
      {
        game,
        seed,
        options: options ?? {},
        odds: false,
        seats: { home: { who: 'me', name: 'Ann' }, away: { who: 'me', name: 'Ben' } },
      },
    );
    check(opened.ok, JSON.stringify(opened));
    await page.evaluate(
      ({ id, token, game }) =>
        localStorage.setItem('touchline.seats', JSON.stringify({ [id]: { token, seat: 'both', game, at: 1 } })),
      { id: opened.table.id, token: opened.token, game },
    );
    await page.goto(opened.path);
    await seated(page);
    for (let i = 0; i < turns; i++) {
      const before = await page.getAttribute('main.stage', 'data-turn');
      const choices = page.locator('#actions [data-primary], #actions [data-action]');
      await choices.first().waitFor();
      await choices.first().click();
      await until(page, (was) => document.querySelector('main.stage')?.getAttribute('data-turn') !== was, before);
    }
    await page.waitForSelector('#actions [data-primary], #actions [data-action]');
    if (odds) {
      await page.click('[data-menu]');
      await page.click('[data-offer="odds"]');
      await page.waitForSelector('.win .n', { timeout: 15_000 }).catch(() => undefined);
    }
    await page.mouse.move(0, 0);
    await page.waitForTimeout(600);
    await page.evaluate(() => window.scrollTo(0, 0));
    const path = join(folder, `${game}.png`);
    await page.screenshot({ path, animations: 'disabled' });
    const size = statSync(path).size;
    check(size > 10_000 && size < 400_000, `the picture has ${size} bytes`);
  });
}
