// After the game: review, record, stepping, branching, sharing.
import { readFileSync } from 'node:fs';
import { autoplay, over, press, seated, shown, start, tableId } from './play';
import { check, same, test, type Stage } from './harness';

async function finished(stage: Stage) {
  const page = await stage.visitor();
  await start(page, 'sports-dice-football', { options: { target: 7 } });
  await autoplay(page, 12);
  await over(page);
  return page;
}

test('the review is one click away and adds up', async (stage) => {
  const page = await finished(stage);
  await page.click('.after a[href$="/review"]');
  await page.waitForSelector('.ledger');
  const answer = await (await fetch(`${stage.server.url}/api/tables/${tableId(page)}/review`)).json();
  const { start: first, luck, errors, result } = answer.ledger;
  check(
    Math.abs(first + luck.home + luck.away - errors.home + errors.away - result) < 1e-9,
    'the ledger does not add up',
  );
  check((await page.locator('.moments li').count()) >= 1, 'no moments are told');
  await page.locator('input[type=range]').first().press('ArrowRight');
  await page.locator('[data-ask]').first().click();
  await page.click('[data-who="computer"]');
  await seated(page);
  check((await shown(page)).turn >= 0, 'the branch does not stand');
});

test('a record can be downloaded, opened, stepped through and branched', async (stage) => {
  const page = await finished(stage);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.after a[download]')]);
  const text = readFileSync((await download.path())!, 'utf8');
  check(text.startsWith('[Game "sports-dice-football"]'), 'the file is no record');
  const end = (await shown(page)).score;
  await page.goto('/');
  await page.click('[data-records] summary');
  await page.fill('[data-paste]', text);
  await page.click('form:has([data-paste]) button');
  await page.waitForSelector('[data-next]');
  await page.click('[data-next]');
  check((await page.locator('.tray .piece').count()) === 1, 'the toss does not lie in the tray');
  await page.keyboard.press('End');
  same(await page.locator('.points').allInnerTexts(), end, 'the last step shows the result');
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
  await page.locator('[data-ask]').first().click();
  await page.click('[data-who="screen"]');
  await seated(page);
  await press(page);
});

test('a record that does not hold is refused with its line', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/');
  await page.click('[data-records] summary');
  await page.fill('[data-paste]', '[Game "sports-dice-football"]\n\nhome rolls toss: nobody\n');
  await page.click('form:has([data-paste]) button');
  await page.waitForSelector('[role=alert]');
  check(/3/.test(await page.locator('[role=alert]').innerText()), 'the line is not named');
});
