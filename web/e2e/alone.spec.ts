// One person plays both sides: one tap, no screen to pass on, and a review that looks at both.
import type { Page } from 'playwright-core';
import { check, same, test } from './harness';
import { autoplay, openBox, over, role, seated, sitAt, tableId, untilTurn } from './play';

const BOTH = { home: { who: 'me' }, away: { who: 'me' } };

const tableOf = (page: Page) =>
  page.evaluate(async (id) => (await (await fetch(`/api/tables/${id}`)).json()).table, tableId(page));

test('both sides are one tap from the shelf, and the end looks at both', async (stage) => {
  const page = await stage.visitor();
  await openBox(page, 'sports-dice-football');
  await page.click('[data-way="alone"]');
  await seated(page);
  same(await role(page), 'both', 'the seats');
  await sitAt(page, { game: 'sports-dice-football', options: { target: 3 }, seats: BOTH, alone: true, seed: 4 });
  await autoplay(page, 5);
  await over(page);
  await page.waitForSelector('[data-story="told"]');
  const story = await page.locator('[data-story]').innerText();
  check(/Belmont: .+; Clifton: .+\./.test(story), `the story reads ${story}`);
  const id = tableId(page);
  await page.goto('/mine');
  const done = page.locator(`[data-finished="${id}"]`);
  await done.waitFor();
  same(await done.getAttribute('data-outcome'), null, 'the result of a game alone');
  check(/alone, both sides/.test(await done.innerText()), `the list reads ${await done.innerText()}`);
  const row = page.locator('[data-sum="sports-dice-football"]');
  check(/0 – 0 – 0/.test(await row.innerText()), `the sums read ${await row.innerText()}`);
});

test('hidden hands are shown one after the other without a curtain', async (stage) => {
  const page = await stage.visitor();
  const options = { mode: 'cards', quarter_seconds: 60 };
  await sitAt(page, { game: 'red-boar-gridiron', options, seats: BOTH, alone: true, seed: 2, odds: false });
  let secret = 0;
  for (let i = 0; i < 60 && secret < 4; i++) {
    await page.waitForSelector('#actions [data-primary], #actions [data-action]');
    check(!(await page.getByText('is looking').count()), 'somebody is asked to pass the screen on');
    const turn = await page.getAttribute('main.stage', 'data-turn');
    if ((await page.getAttribute('main.stage', 'data-kind')) === 'secret') {
      secret++;
      await page.locator('#actions [data-action]').first().click();
    } else await page.locator('#actions [data-primary], #actions [data-action]').first().click();
    await page.waitForSelector(`main.stage:not([data-turn="${turn}"])`);
  }
  same(secret, 4, 'the secret choices of both sides');
});

test('a recorded game is played on alone', async (stage) => {
  const page = await stage.visitor();
  const record = '[Game "sports-dice-football"]\nhome rolls toss: home\n';
  const id = await sitAt(page, { record, seats: { home: { who: 'me' }, away: { who: 'computer', bot: 'coach' } } });
  await page.goto(`/t/${id}/steps#at=1`);
  await page.click('[data-ask]');
  same(await page.evaluate(() => document.activeElement?.getAttribute('data-who')), 'computer', 'the focus');
  await page.click('[data-who="alone"]');
  await seated(page);
  same([await role(page), (await tableOf(page)).alone], ['both', true], 'the seats');
});

test('the workbench asks who plays, and one person may play both sides', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/g/gridiron-glory/bench');
  await page.click('[data-ask]:not([disabled])');
  for (const way of ['computer', 'screen', 'alone'])
    check(await page.locator(`[data-who="${way}"]`).isVisible(), `${way} is not offered`);
  await page.getByText('Back', { exact: true }).click();
  same(await page.locator('[data-who]').count(), 0, 'the ways after going back');
  check(await page.evaluate(() => document.activeElement?.matches('[data-ask]')), 'the keyboard has lost its place');
  await page.keyboard.press('Enter');
  await page.click('[data-who="alone"]');
  await seated(page);
  same([await role(page), (await tableOf(page)).alone], ['both', true], 'the seats');
});

test('one person plays both sides beside real dice, in one tap', async (stage) => {
  const page = await stage.visitor({ phone: true });
  await openBox(page, 'pocket-gridiron');
  await page.tap('[data-way="real-alone"]');
  await seated(page);
  const table = await tableOf(page);
  same([await role(page), table.alone, table.dice], ['both', true, 'real'], 'the table');
  await page.tap('[data-face="home"]');
  await untilTurn(page, 1);
  await page.waitForSelector('[data-face="WR"]');
});
