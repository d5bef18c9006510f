// The stage: nothing moves or scrolls while a game is played, dice are large, no letter is small.
import type { Page } from 'playwright-core';
import { autoplay, bothMe, GAMES, MODES, over, press, seated, sitAt, tableId, tableOf, untilTurn } from './play';
import { check, drawn, same, test } from './harness';

const LAPTOP = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };
const SIZES = [LAPTOP, { width: 1920, height: 1080 }, PHONE, { width: 360, height: 640 }, { width: 820, height: 1180 }];
const AREAS = ['.score', '.chances', '.table', '.surface', '.board', '.thrown', '.beside', '[role=log]', '.do'];
const LEAST_LETTER = 12;
const sizeOf = ({ width, height }: { width: number; height: number }) => `${width} × ${height}`;

// The smallest letters that can be read, in pixels of the screen: drawings are measured as they are scaled. Small
// pictures of tables, on the shelf and in the review, are no text.
function smallest(page: Page, picture: string): Promise<{ px: number; text: string }> {
  return page.evaluate((picture) => {
    const seen = (node: Element) =>
      node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !node.closest('.hidden-words');
    let least = { px: 999, text: '' };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const node = text.parentElement;
      const words = text.textContent?.trim();
      if (!node || !words || !seen(node) || node.closest(`script, style, option, ${picture}`)) continue;
      const rect = node.getBoundingClientRect();
      if (rect.width < 2 || rect.height < 2 || rect.right < 0 || rect.left > innerWidth) continue;
      const ctm = node instanceof SVGGraphicsElement ? node.getScreenCTM() : null;
      const scale = ctm ? Math.hypot(ctm.b, ctm.d) : 1;
      const px = parseFloat(getComputedStyle(node).fontSize) * scale;
      if (px < least.px)
        least = { px, text: `${words.slice(0, 30)} (${node.closest('[class]')?.getAttribute('class')})` };
    }
    return least;
  }, picture);
}

async function readable(page: Page, where: string, picture = '[inert]') {
  const { px, text } = await smallest(page, picture);
  check(px >= LEAST_LETTER - 0.05, `${where}: ${text} is ${px.toFixed(1)} px high`);
}

// Watches every area of the stage from now on, at every change of the page and every frame.
async function watch(page: Page) {
  await page.evaluate((areas) => {
    const boxes = () =>
      areas.map((area) => {
        const { left, top, width, height } = document.querySelector(`main.stage ${area}`)!.getBoundingClientRect();
        return [left, top, width, height];
      });
    const first = boxes();
    const seen = {
      moved: 0,
      where: '',
      scrolls: 0,
      outside: 0,
      dice: [999, 0],
      wide: first[4]![2]! / innerWidth,
      looks: 0,
    };
    const look = () => {
      if (!document.querySelector('main.stage')) return;
      seen.looks++;
      boxes().forEach((box, i) => {
        const moved = Math.max(...box.map((one, k) => Math.abs(one - first[i]![k]!)));
        if (moved > seen.moved) Object.assign(seen, { moved, where: areas[i] });
      });
      seen.scrolls = Math.max(seen.scrolls, document.documentElement.scrollHeight - innerHeight);
      const cloth = document.querySelector('.thrown')!.getBoundingClientRect();
      for (const thrown of document.querySelectorAll('.tray .throw:not(:has(.moving))')) {
        const { left, right } = thrown.getBoundingClientRect();
        seen.outside = Math.max(seen.outside, cloth.left - left, right - cloth.right);
      }
      for (const die of document.querySelectorAll('.tray .die:not(.moving)')) {
        const size = die.clientWidth;
        seen.dice = [Math.min(seen.dice[0]!, size), Math.max(seen.dice[1]!, size)];
      }
    };
    (window as any).stageSeen = seen;
    const frames = () => (look(), requestAnimationFrame(frames));
    frames();
  }, AREAS);
}

for (const size of [LAPTOP, PHONE])
  for (const mode of MODES) {
    test(`nothing moves in a whole game: ${mode.name}, ${sizeOf(size)}`, async (stage) => {
      const page = await stage.visitor({ size });
      await sitAt(page, { ...tableOf(mode), seed: 21, odds: false, seats: bothMe });
      await page.waitForSelector('.board svg');
      await page.evaluate(() => document.fonts.ready);
      await watch(page);
      await autoplay(page, 6, 25);
      for (let looks = 0; looks < 6; looks++) {
        await page.waitForTimeout(250);
        await readable(page, mode.name);
      }
      await over(page);
      await readable(page, `the end of ${mode.name}`);
      const seen = await page.evaluate(() => (window as any).stageSeen);
      check(seen.looks > 20, `looked only ${seen.looks} times`);
      check(seen.moved < 0.5, `${seen.where} moves by ${seen.moved} px`);
      check(seen.outside < 1.5, `dice lie ${seen.outside} px beyond their place on the cloth`);
      check(seen.scrolls <= 0, `the page scrolls by ${seen.scrolls} px`);
      const [least, most] = size === LAPTOP ? [72, 96] : [44, 96];
      if (seen.dice[1]) check(seen.dice[0] >= least && seen.dice[1] <= most, `dice of ${seen.dice.join(' to ')} px`);
      if (size === LAPTOP) check(seen.wide >= 0.6, `the board takes ${seen.wide} of the width`);
    });
  }

for (const mode of MODES)
  test(`every table fits every screen: ${mode.name}`, async (stage) => {
    const page = await stage.visitor();
    await sitAt(page, { ...tableOf(mode), seed: 4, odds: false, seats: bothMe });
    for (let i = 0; i < 6; i++) {
      await page.waitForSelector('#actions [data-primary], #actions [data-action]');
      await press(page, i);
    }
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.reload();
      await page.waitForSelector('#actions [data-primary], #actions [data-action]');
      await page.waitForSelector('.board svg');
      await drawn(page);
      await readable(page, sizeOf(size));
      const out = await page.evaluate(() => {
        const cloth = document.querySelector('.cloth')!.getBoundingClientRect();
        const within = (selector: string, box: DOMRect) =>
          [...document.querySelectorAll(selector)]
            .map((node) => node.getBoundingClientRect())
            .filter(
              (r) =>
                r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 1 || r.bottom > box.bottom + 1,
            )
            .map(
              (r) =>
                `${selector} at ${Math.round(r.left)},${Math.round(r.top)} to ${Math.round(r.right)},${Math.round(r.bottom)}`,
            );
        const screen = new DOMRect(0, 0, innerWidth, innerHeight);
        return [
          ...within('.tray .piece', cloth),
          ...within('.surface', cloth),
          ...within('#actions .button', screen),
          ...(document.documentElement.scrollHeight > innerHeight ? ['the page scrolls'] : []),
          ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
        ];
      });
      same(out, [], sizeOf(size));
    }
  });

for (const size of [LAPTOP, { width: 360, height: 640 }])
  test(`no letter is below 12 px on any page, ${sizeOf(size)}`, async (stage) => {
    const page = await stage.visitor({ size, lang: 'fr' });
    await page.goto('/');
    await page.waitForSelector('[data-play]');
    await page.waitForSelector('[aria-busy=true]', { state: 'detached' });
    await readable(page, 'the lobby');
    await page.goto(`/g/${GAMES[0]}/rules`);
    await page.waitForSelector('main h1, main h2');
    await readable(page, 'the rules');
    for (const game of GAMES) {
      await page.goto(`/g/${game}`);
      await page.waitForSelector('.faces li, table tr');
      await readable(page, `the sheet of ${game}`);
    }
    await sitAt(page, { game: 'gridiron-glory', seed: 2, odds: true, seats: bothMe });
    await autoplay(page, 3, 25);
    await over(page);
    const id = tableId(page);
    await page.waitForSelector('[data-story="told"]');
    await readable(page, 'the end');
    await page.goto(`/t/${id}/review`);
    await page.waitForSelector('.ledger');
    await readable(page, 'the review', 'svg.surface');
    await page.goto(`/t/${id}/steps`);
    await page.waitForSelector('[data-next]');
    await readable(page, 'the record');
  });

test('a line of the report shows its position, and changes nothing', async (stage) => {
  const page = await stage.visitor();
  await sitAt(page, { game: 'sports-dice-football', seed: 11, odds: false, seats: bothMe });
  for (let i = 0; i < 12; i++) await press(page);
  const look = () =>
    page.evaluate(() => ({
      board: document.querySelector('.board')!.innerHTML,
      tray: [...document.querySelectorAll('.tray .hidden-words')].map((node) => node.textContent),
      turn: document.querySelector('main.stage')!.getAttribute('data-turn'),
      shown: document.querySelector('main.stage')!.getAttribute('data-shown'),
    }));
  const now = await look();
  await page.locator('[data-look]:visible').first().click();
  await page.waitForSelector('[data-back]');
  const then = await look();
  check(then.board !== now.board, 'the board does not show another position');
  same([then.turn, then.shown], [now.turn, now.shown], 'the turn of the game');
  await page.keyboard.press('Space');
  await page.waitForSelector('[data-back]', { state: 'detached' });
  same(await look(), now, 'the table after looking back');
  await page.reload();
  await seated(page);
  await page.waitForSelector('.tray .piece');
  same((await look()).tray, now.tray, 'what lies on the table after a reload');
  check((await page.locator('[data-look]').count()) > 4, 'the report cannot be looked at after a reload');
});

test('rolls without a choice roll themselves, until somebody stops them', async (stage) => {
  const page = await stage.visitor({ auto: null, motion: true });
  const computer = { home: { who: 'me' }, away: { who: 'computer', bot: 'coach' } };
  await sitAt(page, { game: 'gridiron-glory', seed: 3, odds: false, seats: computer });
  const turn = async () => Number(await page.getAttribute('main.stage', 'data-shown'));
  await page.waitForTimeout(1500);
  same(await turn(), 0, 'the turn before anybody has pressed anything');
  await page.click('#actions [data-primary]');
  await page.waitForSelector('[data-stop]');
  await untilTurn(page, 4);
  await page.click('[data-stop]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#actions [data-primary]');
  const stopped = await turn();
  await page.waitForTimeout(1500);
  same(await turn(), stopped, 'the turn after stopping');
  await page.click('[data-pace]');
  same(await page.getAttribute('[data-pace]', 'data-pace'), 'brisk', 'the pace');
  await page.click('#actions [data-primary]');
  await page.waitForSelector('[data-stop]');
});
