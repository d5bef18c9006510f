// Everybody can play: keyboard alone, phones, readers, French, day and night, offline, quickly.
import { axe } from './axe';
import { autoplay, GAMES, openBox, over, press, seated, shown, start, tableId, untilTurn } from './play';
import { check, same, test, until } from './harness';

test('axe finds nothing in the lobby', async (stage) => {
  const page = await stage.visitor({ coach: true });
  await page.goto('/');
  await page.waitForSelector('[data-open] .tag:not(:empty)');
  await axe(page, 'the lobby');
});

// A test each, so that the lanes share them.
for (const game of GAMES) {
  test(`axe finds nothing in the box, at the table and in the rules of ${game}`, async (stage) => {
    const page = await stage.visitor({ coach: true });
    await openBox(page, game);
    await page.locator('[data-open] details:not(.people) summary').click();
    await axe(page, `the open box of ${game}`);
    await page.click(`[data-play="${game}"]`);
    await seated(page);
    for (let i = 0; i < 4; i++) {
      await page.waitForSelector('#actions [data-primary], #actions [data-action], section.end');
      await press(page, i);
    }
    await axe(page, `the table of ${game}`);
    await page.goto(`/g/${game}`);
    await page.waitForSelector('.faces li, table tr');
    await axe(page, `the sheet of ${game}`);
    await page.goto(`/g/${game}/rules`);
    await page.waitForSelector('main h1, main h2');
    await axe(page, `the rules of ${game}`);
  });
}

test('axe finds nothing after the game', async (stage) => {
  const page = await stage.visitor();
  await start(page, 'sports-dice-football', { options: { target: 3 } });
  await autoplay(page, 13);
  await over(page);
  await axe(page, 'the end of a game');
  const id = tableId(page);
  await page.goto(`/t/${id}/review`);
  await page.waitForSelector('.ledger');
  await axe(page, 'the review');
  await page.goto(`/t/${id}/steps`);
  await page.waitForSelector('[data-next]');
  await axe(page, 'the record');
});

test('the keyboard alone starts and plays a game', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/');
  await page.waitForSelector('[data-play]');
  for (const wanted of ['[data-lid="pocket-gridiron"]', '[data-play="pocket-gridiron"]']) {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((it) => document.activeElement?.matches(it), wanted)) break;
    }
    await page.keyboard.press('Enter');
  }
  await seated(page);
  for (
    let i = 0;
    i < 120 && (await page.getAttribute('main.stage', 'data-kind')) !== 'over' && (await shown(page)).turn < 60;
    i++
  ) {
    await page.waitForSelector('#actions [data-primary], #actions [data-action], section.end');
    await page.keyboard.press(
      (await page.locator('#actions [data-primary]').count()) ? (i % 2 ? 'Space' : 'Enter') : '1',
    );
    await page.waitForTimeout(30);
  }
  check(
    (await shown(page)).turn >= 60 || (await page.locator('section.end').count()) > 0,
    'the keyboard does not get on',
  );
  await page.keyboard.press('r');
  await page.waitForSelector('dialog.drawer[open] h2');
  await page.keyboard.press('Escape');
  await until(page, () => !document.querySelector('dialog[open]'));
});

for (const [game, options] of [
  ...GAMES.map((game) => [game, {}] as const),
  ['pocket-rugby', { home_team: 'new-zealand', away_team: 'england' }] as const,
  ['red-boar-gridiron', { mode: 'cards' }] as const,
]) {
  const mode = Object.values(options).join(', ');
  test(`a phone has everything within its width: ${game}${mode && `, ${mode}`}`, async (stage) => {
    const page = await stage.visitor({ phone: true, lang: 'fr' });
    await start(page, game, { options });
    for (let i = 0; i < 8; i++) {
      await page.waitForSelector('#actions [data-primary], #actions [data-action], section.end');
      await press(page, i);
    }
    await page.waitForSelector('#actions [data-primary], #actions [data-action], section.end');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    check(wide <= 0, `the page is ${wide} pixels wider than the phone`);
    const cut = await page
      .locator('.facts, .facts li')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
    same(cut, [], 'facts of the position that are cut');
    // A roll without a choice may be rolling itself.
    await page.waitForSelector('#actions [data-primary], #actions [data-action], .after a');
    const button = await page
      .locator('#actions [data-primary], #actions [data-action], .after a')
      .first()
      .boundingBox();
    check(
      button && button.y + button.height <= 741 && button.height >= 40,
      `the first button lies at ${JSON.stringify(button)}`,
    );
  });
}

test('French throughout', async (stage) => {
  const page = await stage.visitor({ lang: 'fr' });
  await page.goto('/');
  await page.waitForSelector('[data-open] .tag:not(:empty)');
  same(await page.getAttribute('html', 'lang'), 'fr', 'the language of the page');
  const lobby = await page.locator('body').innerText();
  check(
    !/\b(Play|Rules|Length|Luck|Settings|Nobody)\b/.test(lobby),
    `English in the French lobby: ${/\b(Play|Rules|Length|Luck|Settings|Nobody)\b/.exec(lobby)?.[0]}`,
  );
  await openBox(page, 'pocket-gridiron');
  await page.click('[data-play="pocket-gridiron"]');
  await seated(page);
  await autoplay(page, 14);
  await untilTurn(page, 25);
  // The route is called so in French too.
  const lines = (await shown(page)).lines.join(' ').replaceAll(/stop and go/gi, '');
  check(!/\b(the|rolls|down on|and|ball)\b/i.test(lines), `English in the French play-by-play: ${lines.slice(0, 200)}`);
  await page.click('[data-lang]');
  await until(
    page,
    () =>
      document.documentElement.lang === 'en' &&
      document.querySelector('[role=log]')?.textContent?.match(/\b(the|down|for|and)\b/i),
  );
});

test('reduced motion is obeyed, and motion can be skipped', async (stage) => {
  const page = await stage.visitor({ motion: true });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await start(page, 'sports-dice-football', { kind: 'screen' });
  await press(page);
  check((await page.locator('.moving').count()) === 0, 'something moves');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.click('#actions [data-action]');
  await page.waitForSelector('#actions [data-primary]');
  await page.click('#actions [data-primary]');
  await page.waitForSelector('.die.moving');
  await page.keyboard.press('Escape');
  await until(page, () => !document.querySelector('.die.moving'), undefined, 400);
});

test('every die explains itself with its rule', async (stage) => {
  const page = await stage.visitor();
  await start(page, 'sports-dice-football', { kind: 'screen' });
  await press(page);
  await page.locator('.tray .piece').first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.waitForSelector('[role=tooltip]');
  check(/Step|R\d/.test(await page.locator('[role=tooltip]').innerText()), 'the rule is not named');
});

test('the shell opens without a server, and comes back with it', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/');
  await page.waitForSelector('[data-open]');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForSelector('[data-open] .tag:not(:empty)');
  await stage.server.down('SIGTERM');
  await page.reload();
  await page.waitForSelector('[data-open]');
  await page.waitForSelector('[role=alert]');
  await stage.server.up();
  await page.reload();
  await page.waitForSelector('[data-open]');
});

test('the first roll comes within ten seconds of opening the page, and the page is quick and small', async (stage) => {
  const page = await stage.visitor({ motion: true });
  let bytes = 0;
  page.on('response', async (response) => {
    const sizes = await response
      .request()
      .sizes()
      .catch(() => null);
    if (!new URL(response.url()).pathname.startsWith('/api/')) bytes += sizes?.responseBodySize ?? 0;
  });
  const begun = Date.now();
  await page.goto('/');
  await page.click('[data-lid="sports-dice-football"]');
  await page.waitForSelector('[data-play="sports-dice-football"]:not([disabled])');
  const interactive = Date.now() - begun;
  await page.click('[data-play="sports-dice-football"]');
  await page.click('#actions [data-primary]');
  await page.waitForSelector('.tray .piece');
  const rolled = Date.now() - begun;
  console.log(
    `       interactive after ${interactive} ms, first roll after ${rolled} ms, ${Math.round(bytes / 1024)} kB sent`,
  );
  check(rolled < 10_000, `the first roll took ${rolled} ms`);
  check(bytes > 0 && bytes < 250_000, `the page weighs ${bytes} bytes`);
});
