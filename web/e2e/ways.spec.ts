// Against the computer, two at one screen, and beside a real table.
import { autoplay, GAMES, openBox, over, press, rest, role, seated, shown, sitAt, start, untilTurn } from './play';
import type { Page } from 'playwright-core';
import { check, same, test, until } from './harness';

for (const game of GAMES) {
  test(`a lid and one click play the computer: ${game}`, async (stage) => {
    const page = await stage.visitor();
    await openBox(page, game);
    await page.click(`[data-play="${game}"]`);
    await seated(page);
    same(await role(page), 'home', 'my seat');
    for (let i = 0; i < 6; i++) {
      await page.waitForSelector('#actions [data-primary], #actions [data-action], section.end');
      await press(page, i);
    }
    check((await shown(page)).turn >= 6, 'the game stands still');
    check((await page.locator('.win').count()) === 1, 'no win bar against the computer');
    // Glory's cards lie on the board; the others throw into the tray.
    if (game !== 'gridiron-glory') check((await page.locator('.tray .piece').count()) > 0, 'nothing lies in the tray');
  });
}

async function rematch(page: Page): Promise<void> {
  await rest(page);
  const before = page.url();
  await page.click('[data-rematch]');
  await until(page, (was) => location.href !== was, before);
  await seated(page);
}

test('a whole game against the computer, to the end card and the rematch', async (stage) => {
  const page = await stage.visitor();
  await start(page, 'sports-dice-football', { options: { target: 7 } });
  await autoplay(page, 3);
  await over(page);
  await rematch(page);
  same(await role(page), 'away', 'the seats are swapped');
});

test('the computer answers what each choice is worth', async (stage) => {
  const page = await stage.visitor();
  // The toss is won: to take the ball or the chip is the first choice of every game.
  await sitAt(page, {
    record: '[Game "sports-dice-football"]\nhome rolls toss: home\n',
    seats: { home: { who: 'me' }, away: { who: 'computer', bot: 'coach' } },
  });
  await page.waitForSelector('#actions [data-action]');
  await page.keyboard.press('o');
  await page.waitForSelector('#actions [data-action] .value');
  const values = await page.locator('#actions [data-action] .value').allInnerTexts();
  check(
    values.every((text) => /\d/.test(text) && text.includes('%')),
    `values read ${values.join(', ')}`,
  );
});

test('two at one screen hold both seats', async (stage) => {
  const page = await stage.visitor();
  await openBox(page, 'gridiron-glory');
  await page.click('[data-way="screen"]');
  await seated(page);
  same(await role(page), 'both', 'the seats');
  await autoplay(page, 4);
  await over(page);
  await rematch(page);
  same((await shown(page)).score, ['0', '0'], 'the score of the rematch');
});

test('two at one screen pass it on before a hand is shown', async (stage) => {
  const page = await stage.visitor();
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', (frame) => frames.push(String(frame.payload))));
  await start(page, 'red-boar-gridiron', { kind: 'screen', options: { mode: 'cards', quarter_seconds: 60 } });
  for (let i = 0; i < 40 && (await page.getAttribute('main.stage', 'data-kind')) !== 'secret'; i++) {
    await page.waitForSelector('#actions [data-primary], #actions [data-action]');
    await press(page);
  }
  check((await page.locator('.fan [data-action]').count()) === 0, 'a hand is shown before the screen is passed on');
  const states = frames.map((text) => JSON.parse(text).state).filter(Boolean);
  check(states.length > 1, 'no position was sent');
  check(
    !states.some((state) => 'hand' in state || 'hands' in state),
    'a hand was sent before the screen was passed on',
  );
  await page.click('#actions [data-primary]');
  await page.waitForSelector('.fan [data-action]');
  await page.locator('.fan [data-action]').first().click();
  await page.waitForSelector('#actions [data-primary]');
  check(
    (await page.locator('.fan [data-action]').count()) === 0,
    'the other hand is shown before the screen is passed on',
  );
  await autoplay(page, 5);
  await over(page);
});

test('the companion takes the faces that were tapped', async (stage) => {
  const page = await stage.visitor({ phone: true });
  await start(page, 'pocket-gridiron', { kind: 'real', options: { drives: 1 } });
  await page.tap('[data-face="home"]');
  await untilTurn(page, 1);
  await page.tap('[data-face="WR"]');
  await untilTurn(page, 2);
  await page.tap('[data-face="SLANT"]');
  await untilTurn(page, 3);
  for (const face of ['1', '2']) {
    const before = (await shown(page)).turn;
    await page.tap(`[data-face="${face}"]`);
    await untilTurn(page, before + 1);
  }
  await page.waitForSelector('[data-face="TD"]');
  const out = (await page.locator('[data-face="OUT"]').textContent()) ?? '';
  check(out.includes('Out of bounds'), `OUT on the black die is explained as ${out}`);
  await page.tap('[data-face="TD"]');
  await until(page, () => document.querySelector('.points')?.textContent === '6');
  await page.click('[data-menu]');
  await page.click('[data-undo]');
  await until(page, () => document.querySelector('.points')?.textContent === '0');
});

test('the companion takes twelve dice at once', async (stage) => {
  const page = await stage.visitor({ phone: true });
  await start(page, 'sports-dice-football', { kind: 'real' });
  await page.tap('[data-face="away"]');
  await page.waitForSelector('[data-action="offense"]');
  await page.tap('[data-action="offense"]');
  for (const face of ['10', '10', '10', '10', '20', 'TD', 'NG', 'NG', 'NG', 'S', 'S', 'P6'])
    await page.tap(`[data-face="${face}"]`);
  await page.tap('#actions [data-primary]');
  await until(page, () => document.querySelector('.facts')?.textContent?.includes('35'));
});
