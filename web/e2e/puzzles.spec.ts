// Puzzles: the one of the day from the lobby, more by game, answered with values and a reason; the run of days is kept.
import type { Page } from 'playwright-core';
import { check, same, test, until } from './harness';

const asked = async (page: Page) => {
  await page.waitForSelector('[data-puzzle]');
  return {
    position: (await page.locator('[data-puzzle]').getAttribute('data-puzzle'))!,
    best: (await page.locator('[data-puzzle]').getAttribute('data-best'))!,
  };
};

test('the puzzle of the day is one tap from the lobby, and a right answer begins a run', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/');
  await page.click('[data-puzzle-card] a');
  const { position, best } = await asked(page);
  const daily = await (await fetch(`${stage.server.url}/api/puzzles/daily`)).json();
  same(position, daily.position, 'the page shows the puzzle of the day');
  check((await page.locator('[data-answer]').count()) === daily.actions.length, 'every action is a button');
  check((await page.locator('[data-why]').count()) === 0, 'the answer is told before it is given');
  await page.click(`[data-answer="${best}"]`);
  await page.waitForSelector('[data-verdict="right"]');
  same(await page.locator('[data-why]').innerText(), daily.why, 'the sentence is the one that was computed');
  same(await page.locator('[data-value]').count(), daily.actions.length, 'every action has its value');
  same(await page.locator('[data-run]').getAttribute('data-run'), '1', 'the run begins');
  await page.goto('/p');
  await page.waitForSelector('[data-verdict="right"]');
  await page.goto('/');
  same(await page.locator('[data-puzzle-card] [data-run]').getAttribute('data-run'), '1', 'the lobby knows the run');
});

test('more puzzles follow each other, and a wrong answer is told what it costs', async (stage) => {
  const page = await stage.visitor({ lang: 'fr' });
  await page.goto('/p/sports-dice-football');
  const first = await asked(page);
  const wrong = await page.locator(`[data-answer]:not([data-answer="${first.best}"])`).first();
  await wrong.click();
  await page.waitForSelector('[data-verdict="wrong"]');
  check(/meilleur choix/.test(await page.locator('[data-verdict]').innerText()), 'the verdict is not in French');
  check(/vaut/.test(await page.locator('[data-why]').innerText()), 'the sentence is not in French');
  await page.reload();
  const second = await asked(page);
  check(second.position !== first.position, 'the same puzzle is asked again after its answer');
  await page.click(`[data-answer="${second.best}"]`);
  await page.click('[data-another]');
  await until(
    page,
    (before) => ![before, undefined].includes(document.querySelector<HTMLElement>('[data-puzzle]')?.dataset.puzzle),
    second.position,
  );
  const third = await asked(page);
  check(third.position !== second.position, 'another one is the same one');
});

test('a game without decisions says so', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/p/gridiron-glory');
  await page.waitForSelector('[role=alert]');
  check(/Nobody decides/.test(await page.locator('[role=alert]').innerText()), 'the reason is not told');
});

test('on a phone the board, the question and its buttons lie within the width', async (stage) => {
  const page = await stage.visitor({ phone: true });
  await page.goto('/p/sports-dice-football');
  await asked(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(wide <= 0, `the page is ${wide} px wider than the phone`);
  const low = await page.locator('[data-answer]').last().boundingBox();
  check(low !== null && low.height >= 40, 'a button is too small for a thumb');
});
