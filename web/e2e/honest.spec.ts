// The page shows the truth of its own table, at the right time: no result before the dice, no figure of another sheet.
import type { Page } from 'playwright-core';
import { bothMe, press, seated, sheet, shown, sitAt, tableId, untilTurn } from './play';
import { check, same, test, until } from './harness';

// Everything on the page that would give a result away.
const telltales = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    shown: document.querySelector('main.stage')?.getAttribute('data-shown'),
    odds: document.querySelector('.win')?.getAttribute('data-odds') ?? null,
    bar: document.querySelector('.win')?.textContent,
    spoken: document.querySelector('.win')?.getAttribute('aria-label'),
    score: document.querySelector('.score')?.textContent,
    lines: document.querySelector('[role=log]')?.textContent,
  }));

// The page's clock stands still, so the dice roll for as long as the test wants.
test('nothing tells the result before the dice lie', async (stage) => {
  const page = await stage.visitor({ motion: true });
  const told = new Map<string, number>();
  page.on('websocket', (socket) =>
    socket.on('framereceived', (frame) => {
      const message = JSON.parse(String(frame.payload));
      if (message.turn_no !== undefined) told.set(message.type, message.turn_no);
    }),
  );
  const tell = async (type: string, turn: number) => {
    for (let i = 0; i < 4000 && (told.get(type) ?? -1) < turn; i++) await new Promise((done) => setTimeout(done, 25));
    check((told.get(type) ?? -1) >= turn, `no ${type} for turn ${turn}`);
  };
  await page.clock.install({ time: 1_000_000 });
  await sitAt(page, {
    game: 'sports-dice-football',
    seed: 11,
    odds: true,
    options: { target: 7 },
    seats: bothMe,
  });
  await tell('odds', 0);
  await page.waitForSelector('.win .n');
  await page.clock.pauseAt(9_000_000);
  let rolls = 0;
  for (let turn = 1; turn <= 12; turn++) {
    const before = await telltales(page);
    const chance = (await page.getAttribute('main.stage', 'data-kind')) === 'chance';
    await page.locator('#actions [data-primary], #actions [data-action]').first().click();
    await tell('update', turn);
    await tell('odds', turn);
    await until(page, (now) => document.querySelector('main.stage')?.getAttribute('data-turn') === String(now), turn);
    if (chance) {
      rolls++;
      await page.waitForSelector('.tray .moving');
      same(await telltales(page), before, `what is told while the dice of turn ${turn} roll`);
      check(
        !(await page.locator('.tray .throw').last().locator('.hidden-words').allTextContents()).some((text) =>
          text.includes(':'),
        ),
        'the dice are read out while they roll',
      );
    }
    await page.clock.runFor(5000);
    await until(page, () => !document.querySelector('.tray .moving'));
    const after = await telltales(page);
    same([after.shown, after.odds], [String(turn), String(turn)], 'the turns of board and bar');
    if (after.title && (await page.locator('section.end').count())) break;
  }
  check(rolls >= 4, `only ${rolls} rolls`);
});

test('a table with a sheet of its own shows its own faces and figures', async (stage) => {
  const page = await stage.visitor({ phone: true });
  const id = await sitAt(page, {
    game: 'pocket-gridiron',
    dice: 'real',
    odds: false,
    seats: bothMe,
    sheet: sheet('pocket-gridiron', 'SLANT"\nvalue = 6', 'SLANT"\nvalue = 3').replaceAll('"SLANT"', '"WHEEL"'),
  });
  await page.tap('[data-face="home"]');
  await untilTurn(page, 1);
  await page.tap('[data-face="WR"]');
  await untilTurn(page, 2);
  check((await page.locator('[data-face="SLANT"]').count()) === 0, 'a face of another sheet is offered');
  await page.tap('[data-face="WHEEL"]');
  await untilTurn(page, 3);
  const die = (await page.locator('.tray .throw').last().locator('.die').textContent()) ?? '';
  check(/WHEEL/.test(die) && /3/.test(die), `the die shows ${die}`);
  await page.click('[data-menu]');
  await page.click('dialog a[href$="/sheet"]');
  await page.waitForSelector('.faces li');
  const faces = await page.locator('.faces li strong').allTextContents();
  check(faces.includes('WHEEL') && !faces.some((name) => /slant/i.test(name)), `the sheet shows ${faces.join(', ')}`);

  await page.goto(`/t/${id}/steps#at=3`);
  await page.click('[data-ask]');
  await page.click('[data-who="screen"]');
  await seated(page);
  await page.goto(`/t/${tableId(page)}/sheet`);
  await page.waitForSelector('.faces li');
  check((await page.locator('.faces').allTextContents()).join().includes('WHEEL'), 'played on with another sheet');
});

test('a table with a sheet of its own says its own points to win', async (stage) => {
  const page = await stage.visitor();
  await sitAt(page, {
    game: 'sports-dice-football',
    odds: false,
    seats: bothMe,
    sheet: sheet('sports-dice-football', 'target = 21', 'target = 14'),
  });
  await until(page, () => document.querySelector('.facts')?.textContent?.includes('First to 14'));
});

test('the sheet explains a face by its die', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/g/pocket-gridiron');
  await page.waitForSelector('.faces li');
  await until(page, () => document.querySelector('main')?.textContent?.includes('Out route'));
  const names = await page.locator('.faces li strong').allTextContents();
  same(names.filter((name) => name === 'Out route').length, 1, 'routes of the tight end');
  same(names.filter((name) => name === 'Out of bounds').length, 1, 'faces of the black die');
});

test('a request that comes too late is told, and one can go on from there', async (stage) => {
  const page = await stage.visitor();
  let deaf = false;
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      if (!deaf || JSON.parse(String(message)).type === 'reply') socket.send(message);
    });
  });
  await sitAt(page, { game: 'sports-dice-football', seed: 5, odds: false, seats: bothMe });
  deaf = true;
  const second = await stage.tab(page.context());
  await second.goto(page.url());
  await second.waitForSelector('#actions [data-primary]');
  await press(second);
  await untilTurn(second, 1);
  await page.click('#actions [data-primary]');
  await page.waitForSelector('.notice[role=alert]');
  check(
    (await page.locator('.notice[role=alert]').innerText()).includes('choose again'),
    'nobody says that the game has moved on',
  );
  same((await shown(page)).turn, 1, 'the turn that is shown');
  deaf = false;
  await page.locator('#actions [data-primary], #actions [data-action]').first().click();
  await untilTurn(page, 2);
  await untilTurn(second, 2);
});
