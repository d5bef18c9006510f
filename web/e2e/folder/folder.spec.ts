// Touchline in a folder: everything but friends by link, without a server.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { check, same, test, until, type Stage } from '../harness';
import { autoplay, MODES, over, press, rest, seated, shown, start } from '../play';
import type { Folder } from './host';

const folderTest = (name: string, run: (stage: Stage<Folder>) => Promise<void>) => test<Folder>(name, run);

async function withoutNetwork(stage: Stage<Folder>, page: Page, run: () => Promise<void>): Promise<void> {
  await stage.server.stop();
  await page.context().setOffline(true);
  try {
    await run();
  } finally {
    await stage.server.up();
  }
}

for (const { name, game, options } of MODES)
  folderTest(`in a folder, ${name} is played to its end`, async (stage) => {
    const page = await stage.visitor();
    await start(page, game, { options });
    check(page.url().includes('#/t/local-'), `the table is not of this browser: ${page.url()}`);
    await autoplay(page, 11);
    await over(page);
    check(
      !stage.server.asked.some((path) => path.includes('/api/')),
      'the page asked a host for what only a server has',
    );
  });

for (const { name, game, options } of MODES)
  folderTest(`in a folder, ${name} begins before the whole engine is there`, async (stage) => {
    const release = stage.server.withhold(/rest-.*[.]bin$/);
    try {
      const page = await stage.visitor();
      await start(page, game, { options });
      await press(page, 0);
      const turned = () =>
        until(page, () => Number(document.querySelector('main.stage')?.getAttribute('data-turn')) > 0);
      // Where both choose in secret, the computer has to choose too.
      if (options?.mode !== 'cards') await turned();
      // The rest comes, and what the position is worth is told.
      release();
      await turned();
      await page.waitForSelector('main.stage [data-odds]', { state: 'attached' });
    } finally {
      release();
    }
  });

folderTest('in a folder, a game goes on after a reload and without the network', async (stage) => {
  const page = await stage.visitor();
  await start(page, 'pocket-gridiron', { options: { drives: 4 } });
  for (let i = 0; i < 6; i++) await press(page, i);
  await until(page, () => navigator.serviceWorker.controller !== null);
  const before = await shown(page);
  await withoutNetwork(stage, page, async () => {
    await page.reload();
    await seated(page);
    await until(
      page,
      (turn) => Number(document.querySelector('main.stage')?.getAttribute('data-shown')) >= turn!,
      before.turn,
    );
    await autoplay(page, 3);
    await over(page);
    await rest(page);
    // And another game from the shelf, still without the network.
    await start(page, 'gridiron-glory');
    await autoplay(page, 4);
    await over(page);
  });
});

folderTest('in a folder, the review of a finished game is there', async (stage) => {
  const page = await stage.visitor();
  await start(page, 'sports-dice-football', { options: { target: 10 } });
  await autoplay(page, 5);
  await over(page);
  await page.click('.after a[href$="/review"]');
  await page.waitForSelector('.axes .line', { state: 'attached' });
  await page.waitForSelector('.moments li');
});

folderTest(
  'in a folder, a book that lies beside the page is fetched once, and answers without the network too',
  async (stage) => {
    const program = process.env.TOUCHLINE_BIN;
    if (!program) throw new Error('TOUCHLINE_BIN names no program; set it to the built touchline');
    const books = mkdtempSync(join(tmpdir(), 'touchline-books-'));
    try {
      const env = { ...process.env, TOUCHLINE_CACHE: books };
      execFileSync(program, ['solve', 'sports-dice-football', '--option', 'target=17', '--quiet'], { env });
      writeFileSync(join(books, 'books.json'), execFileSync(program, ['books', '--json'], { env }));
      stage.server.books = books;
      const before = stage.server.asked.length;
      const fetched = (end: string) => stage.server.asked.slice(before).filter((path) => path.endsWith(end)).length;
      const page = await stage.visitor({ prefs: { bulb: true } });
      const toTheToss = async () => {
        await start(page, 'sports-dice-football', { kind: 'screen', options: { target: 17 } });
        await press(page);
        await page.waitForSelector('[data-how="exact"]');
      };
      await toTheToss();
      await until(page, () =>
        caches
          .open('touchline-books')
          .then((kept) => kept.keys())
          .then((keys) => keys.length === 2),
      );
      await until(page, () => navigator.serviceWorker.controller !== null);
      await page.reload();
      await toTheToss();
      same([fetched('books.json'), fetched('.book')], [2, 1], 'how often list and book were fetched');
      await withoutNetwork(stage, page, toTheToss);
    } finally {
      stage.server.books = null;
      rmSync(books, { recursive: true, force: true });
    }
  },
);

folderTest('in a folder, two play at one screen, and real dice are refereed', async (stage) => {
  const page = await stage.visitor();
  await start(page, 'pocket-rugby', { kind: 'screen' });
  same(await page.getAttribute('main.stage', 'data-role'), 'both', 'who plays');
  for (let i = 0; i < 10; i++) await press(page, i);
  check((await shown(page)).lines.length > 0, 'nothing was said');
  await start(page, 'red-boar-gridiron', { kind: 'real' });
  check((await page.locator('#actions').textContent())!.length > 0, 'nothing is asked of the real dice');
});

folderTest('in a folder, one person plays both sides, and the end looks at both', async (stage) => {
  const page = await stage.visitor();
  await start(page, 'sports-dice-football', { kind: 'alone', options: { target: 3 } });
  same(await page.getAttribute('main.stage', 'data-role'), 'both', 'who plays');
  check(page.url().includes('#/t/local-'), `the table is not of this browser: ${page.url()}`);
  await autoplay(page, 5);
  await over(page);
  await page.waitForSelector('[data-story="told"]');
  const story = await page.locator('[data-story]').innerText();
  check(/Belmont: .+; Clifton: .+\./.test(story), `the story reads ${story}`);
  await start(page, 'pocket-gridiron', { kind: 'real-alone' });
  await page.waitForSelector('[data-face="home"]');
});

folderTest('in a folder, rules and sheets are there, and inviting says that it needs a server', async (stage) => {
  const page = await stage.visitor();
  await page.goto('./');
  await page.click('[data-lid="gridiron-glory"]');
  const friend = page.locator('[data-way="friend"]');
  check(await friend.isDisabled(), 'a friend cannot be invited here');
  check(/server/.test((await friend.textContent()) ?? ''), 'it does not say why');
  await page.goto(`${stage.server.url}#/g/gridiron-glory/rules`);
  await page.reload();
  await page.waitForSelector('main h2');
  await page.goto(`${stage.server.url}#/g/gridiron-glory`);
  await page.reload();
  await page.waitForSelector('main h1');
});
