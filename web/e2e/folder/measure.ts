// npm run measure:folder [bytes a second] [milliseconds]: how long a phone waits for the lobby and for its first roll on a slow line
// (200,000 and 150: 1.6 Mbit/s), with the page's processor slowed four times. The host itself is slow, so that workers are too.
import type { Page } from 'playwright-core';
import { launch, until } from '../harness';
import { Folder } from './host';

const [bytesASecond = 200_000, delay = 150] = process.argv.slice(2).map(Number);
const host = await Folder.start();
const browser = await launch();

async function visit(page: Page, say: (what: string) => void): Promise<void> {
  await page.goto(host.url, { waitUntil: 'commit' });
  await page.waitForSelector('#app *', { timeout: 120_000 });
  say('first picture');
  await page.waitForSelector('[data-lid="pocket-gridiron"]', { timeout: 120_000 });
  say('lobby');
  await page.click('[data-lid="pocket-gridiron"]');
  await page.click('[data-play="pocket-gridiron"]:not([disabled])', { timeout: 120_000 });
  await page.waitForSelector('#actions [data-primary]', { timeout: 120_000 });
  say('table');
  await page.click('#actions [data-primary]');
  await until(
    page,
    () => Number(document.querySelector('main.stage')?.getAttribute('data-turn')) > 0,
    undefined,
    60_000,
  );
  say('first roll');
}

for (const packs of [false, true]) {
  host.line = { bytesASecond, delay };
  host.packs = packs;
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await context.addInitScript('globalThis.__name = (value) => value');
  for (const time of ['first visit', 'second visit']) {
    const page = await context.newPage();
    const slow = await context.newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const begun = Date.now();
    const told: string[] = [];
    await visit(page, (what) => told.push(`${what} ${((Date.now() - begun) / 1000).toFixed(1)} s`));
    console.log(`${packs ? 'a host that packs' : 'a plain host'}, ${time}: ${told.join(', ')}`);
    if (time === 'first visit')
      await until(page, () => navigator.serviceWorker.controller !== null, undefined, 120_000);
    await page.close();
  }
  await context.close();
}
await browser.close();
await host.stop();
