// What lies on the tables, with dice that the test lets fall: where the ball goes, what covers what, what can be read.
import type { Page } from 'playwright-core';
import { check, same, test, until, type Visit } from './harness';
import { bothMe, press, sitAt } from './play';

type Move = { roll: string[] } | { choose: string };

const roll = (...tokens: string[]): Move => ({ roll: tokens });
const choose = (action: string): Move => ({ choose: action });

// Plays these moves beside the page, with the token that the page holds, and waits until the page shows them.
async function deal(page: Page, id: string, moves: Move[]): Promise<void> {
  const last = await page.evaluate(
    async ({ table, todo }) => {
      const { token } = JSON.parse(localStorage.getItem('touchline.seats')!)[table];
      const socket = new WebSocket(`ws://${location.host}/ws/${table}`);
      const heard: any[] = [];
      let wake = () => {};
      socket.onmessage = (event) => (heard.push(JSON.parse(event.data)), wake());
      const await_ = async (wanted: (message: any) => boolean) => {
        for (;;) {
          const found = heard.find(wanted);
          if (found) return found;
          await new Promise<void>((done) => (wake = done));
        }
      };
      await new Promise((done) => (socket.onopen = done));
      socket.send(JSON.stringify({ cmd: 'hello', token }));
      let { turn_no } = await await_((message) => message.type === 'welcome');
      for (const [i, move] of todo.entries()) {
        const request_id = `deal-${turn_no}-${i}`;
        const what = 'roll' in move ? { cmd: 'roll', tokens: move.roll } : { cmd: 'choose', action: move.choose };
        socket.send(JSON.stringify({ ...what, turn_no, request_id }));
        const reply = await await_((message) => message.type === 'reply' && message.request_id === request_id);
        if (!reply.ok) return JSON.stringify([move, reply.error]);
        turn_no = heard.findLast((message) => message.turn_no !== undefined && message.type === 'update').turn_no;
      }
      socket.close();
      return turn_no as number;
    },
    { table: id, todo: moves },
  );
  check(typeof last === 'number', `refused: ${last}`);
  await until(page, (n) => document.querySelector('main.stage')?.getAttribute('data-shown') === String(n), last);
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
const boxes = (page: Page, selector: string): Promise<Box[]> =>
  page.evaluate(
    (which) =>
      [...document.querySelectorAll(which)].map((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    selector,
  );
const box = async (page: Page, selector: string): Promise<Box> => {
  await page.waitForSelector(selector, { state: 'attached' }); // a board may come after the table
  const [one] = await boxes(page, selector);
  check(one, `nothing is ${selector}`);
  return one;
};
const middle = ({ left, right }: Box): number => (left + right) / 2;
// Where the ball lies when nothing on the board moves any more; counted in frames, which come late on a busy machine.
const ballAt = async (page: Page): Promise<number> => {
  let before = NaN;
  for (;;) {
    await page.evaluate(async () => {
      for (let frames = 0; frames < 8; frames++) await new Promise((done) => requestAnimationFrame(done));
      const moving = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(moving.map((each) => each.finished));
    });
    const now = middle(await box(page, '.board [data-ball]'));
    if (now === before) return now;
    before = now;
  }
};

const real = (game: string, options = {}) => ({ game, options, dice: 'real', odds: false, seats: bothMe });
const SCREENS: [string, Visit][] = [
  ['laptop', { size: { width: 1366, height: 768 } }],
  ['phone', { size: { width: 360, height: 640 } }],
];

for (const [screen, visit] of SCREENS) {
  test(`rugby passes go backwards, then somebody runs on: ${screen}`, async (stage) => {
    const page = await stage.visitor(visit);
    // Home attacks to the right, away to the left.
    for (const [seat, way] of [
      ['home', 1],
      ['away', -1],
    ] as const) {
      const id = await sitAt(page, real('pocket-rugby'));
      await deal(page, id, [roll(seat)]);
      let before = way * (await ballAt(page));
      for (const moves of [
        [roll('W')],
        [roll('PASS'), choose('forward')],
        [roll('PASS'), choose('back')],
        [roll('PASS'), choose('centre')],
        [roll('PASS'), choose('wing')],
      ]) {
        await deal(page, id, moves);
        const now = way * (await ballAt(page));
        check(now < before, `${seat}: the ball went from ${before} to ${now}`);
        before = now;
      }
      await deal(page, id, [roll('INTO THE CORNER')]);
      check(way * (await ballAt(page)) > before, `${seat}: nobody runs on`);
      const words = await page.locator('.board .duel .name').textContent();
      same(words, 'Into the corner 8', 'the words of the run');
    }
  });

  test(`a kick at goal is a scene over the whole board: ${screen}`, async (stage) => {
    const page = await stage.visitor({ ...visit, theme: 'dark' });
    const id = await sitAt(page, real('pocket-rugby'));
    await deal(page, id, [roll('home'), roll('C'), roll('DROP GOAL'), roll('35')]);
    const [scene, surface] = [await box(page, '[data-kick="35"] .sky'), await box(page, '.surface')];
    const part =
      ((scene.right - scene.left) * (scene.bottom - scene.top)) /
      ((surface.right - surface.left) * (surface.bottom - surface.top));
    check(part > 0.98, `the scene covers ${part} of the board`);
    check((await page.locator('[data-kick]').textContent())?.match(/35\sm/), 'the distance is not named');
    check((await page.locator('.board [data-man]').count()) === 0, 'the pitch shows through');
    const bright = await page.evaluate(() => {
      const [r, g, b] = getComputedStyle(document.querySelector('[data-kick] .sky')!).fill.match(/\d+/g)!.map(Number);
      return (r! + g! + b!) / 3;
    });
    check(bright < 80, `the sky glares by night: ${bright}`);
    await deal(page, id, [choose('kick'), roll('45')]);
    check((await page.locator('[data-kick]').textContent())?.match(/45\sm/), 'the kick is not named');
  });

  test(`the dice reach the arrow or do not: ${screen}`, async (stage) => {
    const page = await stage.visitor(visit);
    const id = await sitAt(page, real('pocket-gridiron'));
    await deal(page, id, [roll('home'), roll('WR'), roll('POST'), roll('3')]);
    const head = async () => (await box(page, '[data-arrow="7"]')).right;
    const bar = async () => Math.max(...(await boxes(page, '[data-bar]')).map((one) => one.right));
    await until(page, () => document.getAnimations().every((each) => each.playState !== 'running'));
    check((await bar()) < (await head()) - 10, 'three reach seven');
    await deal(page, id, [roll('4')]);
    await page.waitForSelector('[data-result="held"]');
    await until(page, () => document.getAnimations().every((each) => each.playState !== 'running'));
    check(Math.abs((await bar()) - (await head())) < 4, 'three and four do not reach seven');
    await deal(page, id, [roll('WR'), roll('POST'), roll('2'), roll('1')]);
    await page.waitForSelector('[data-result="broken"]');
    check((await bar()) < (await head()) - 10, 'a run that broke through is caught by its bar');
  });

  test(`the winning card lies over the loser, and a fumble buries three: ${screen}`, async (stage) => {
    const page = await stage.visitor(visit);
    const id = await sitAt(page, real('gridiron-glory'));
    await deal(page, id, [roll('BALL', 'BALL', 'BALL', 'REF', 'REF', 'REF')]);
    for (const [tokens, winner] of [
      [['KH', '9S'], 'home'],
      [['2H', 'AS'], 'away'],
    ] as const) {
      await deal(page, id, [roll(...tokens)]);
      await page.waitForSelector(`[data-card="${winner}"][data-lies="winner"]`);
      await until(page, () => document.getAnimations().every((each) => each.playState !== 'running'));
      const top = await page.evaluate(() => {
        const [one, other] = ['winner', 'loser'].map((role) =>
          document.querySelector(`[data-lies="${role}"]`)!.getBoundingClientRect(),
        ) as [DOMRect, DOMRect];
        const x = (Math.max(one.left, other.left) + Math.min(one.right, other.right)) / 2;
        const y = (Math.max(one.top, other.top) + Math.min(one.bottom, other.bottom)) / 2;
        // The tray lies over the board to catch taps; what is painted is asked of the board alone.
        return document
          .elementsFromPoint(x, y)
          .map((node) => node.closest('[data-lies]')?.getAttribute('data-lies'))
          .find(Boolean);
      });
      same(top, 'winner', `what lies on top of ${tokens.join(' and ')}`);
      check((await page.locator('[data-card]').count()) === 2, 'cards are drawn twice');
      check((await page.locator('.tray .piece').count()) === 0, 'cards lie among the dice too');
    }
    await deal(page, id, [roll('8H', '8S')]);
    await page.waitForSelector('[data-level]');
    await deal(page, id, [roll('3H', 'QS')]);
    for (const seat of ['home', 'away'])
      same(await page.locator(`[data-buried="${seat}"]`).count(), 3, `cards that ${seat} buried`);
  });
}

test('a level roll without the chip is won by the defence', async (stage) => {
  const page = await stage.visitor();
  const id = await sitAt(page, real('sports-dice-football', { chip: false }));
  const faces = ['TD', 'TD', 'TD', '10', '20', 'FG', 'NG', 'NG', 'NG', 'S', 'T', 'P6'];
  await deal(page, id, [roll('home'), choose('offense'), roll(...faces)]);
  const dimmed = await page.evaluate(() =>
    [...document.querySelectorAll('.tray .die')].map((die) => die.matches('.dim')),
  );
  same(dimmed, [...Array(6).fill(true), ...Array(6).fill(false)], 'dice that are dimmed');
});

test('nothing crosses the face of a die; its edge tells whose it is', async (stage) => {
  const page = await stage.visitor();
  const id = await sitAt(page, real('sports-dice-football'));
  const faces = ['10', '20', 'FG', 'TD', '10', '10', 'NG', 'S', 'T', 'P6', 'NG', 'NG'];
  await deal(page, id, [roll('home'), choose('defense'), roll(...faces)]);
  const dice = await page.evaluate(() =>
    [...document.querySelectorAll<SVGSVGElement>('.tray .die')].map((die) => {
      const at = (selector: string) => {
        const node = die.querySelector<SVGGraphicsElement>(selector);
        const box = node?.getBBox();
        return box ? { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width } : null;
      };
      return {
        side: die
          .querySelector('.edge')
          ?.getAttribute('class')
          ?.match(/home|away/)?.[0],
        dashed: getComputedStyle(die.querySelector('.edge')!).strokeDasharray !== 'none',
        face: at('.face')!,
        edge: at('.edge')!,
        hatch: at('.hatch'),
      };
    }),
  );
  same(dice.length, 12, 'dice');
  for (const { side, dashed, face, edge, hatch } of dice) {
    same(dashed, side === 'away', `a broken edge for ${side}`);
    check(side === 'home' || hatch, 'away is not hatched');
    check(!hatch || hatch.top >= face.bottom, 'the hatching crosses the face');
    check(
      face.left >= edge.left && face.right <= edge.right && face.top >= edge.top && face.bottom <= edge.bottom,
      `the face ${JSON.stringify(face)} touches its edge ${JSON.stringify(edge)}`,
    );
  }
});

test('the board turns to the side that looks at it', async (stage) => {
  const page = await stage.visitor();
  for (const [mine, theirs] of [
    ['home', 'away'],
    ['away', 'home'],
  ] as const) {
    await sitAt(page, {
      game: 'sports-dice-football',
      seats: { [mine]: { who: 'me', name: 'Zoé' }, [theirs]: { who: 'friend' } },
    });
    const [own, other] = [await box(page, `[data-zone="${mine}"]`), await box(page, `[data-zone="${theirs}"]`)];
    check(own.right < other.left, `${mine} does not stand on the left`);
    // The name is set in the middle of its end zone, accent and all.
    same(await page.locator(`[data-zone="${mine}"] text`).textContent(), 'ZOÉ', 'the name');
    const [name, zone] = [await box(page, `[data-zone="${mine}"] text`), await box(page, `[data-zone="${mine}"] rect`)];
    check(name.left >= zone.left && name.right <= zone.right, 'the name leaves its end zone');
    check(Math.abs((name.top + name.bottom) / 2 - (zone.top + zone.bottom) / 2) < 3, 'the name is off centre');
  }
});

for (const [screen, visit] of SCREENS)
  test(`a hand of play cards can be read: ${screen}`, async (stage) => {
    const page = await stage.visitor({ ...visit, lang: screen === 'phone' ? 'fr' : 'en' });
    await sitAt(page, { game: 'red-boar-gridiron', seed: 3, odds: false, options: { mode: 'cards' }, seats: bothMe });
    for (let i = 0; i < 20 && !(await page.locator('.fan [data-action]').count()); i++) await press(page);
    await page.waitForSelector('.fan [data-action]');
    const cards = await page.evaluate(() =>
      [...document.querySelectorAll('.fan [data-action]')].map((card) => {
        const edge = card.getBoundingClientRect();
        return {
          left: edge.left,
          right: edge.right,
          texts: [...card.querySelectorAll('text')].map((text) => {
            const { x, y, width, height } = text.getBBox();
            const matrix = text.getScreenCTM()!;
            return {
              said: text.textContent,
              px: parseFloat(getComputedStyle(text).fontSize) * Math.hypot(matrix.a, matrix.b),
              x,
              // Without the room above and below the letters.
              y: y + height * 0.22,
              right: x + width,
              bottom: y + height * 0.8,
            };
          }),
        };
      }),
    );
    const wide = await page.evaluate(() => innerWidth);
    const whole = cards.filter((card) => card.left >= -1 && card.right <= wide + 1).length;
    check(whole >= Math.min(3, cards.length), `only ${whole} of ${cards.length} cards are seen`);
    for (const { texts } of cards) {
      for (const [i, one] of texts.entries()) {
        check(one.px >= 12, `${one.said} is ${one.px} px high`);
        check(one.x >= 0 && one.right <= 210 && one.bottom <= 290, `${one.said} leaves its card`);
        for (const other of texts.slice(i + 1))
          check(
            one.right <= other.x || other.right <= one.x || one.bottom <= other.y || other.bottom <= one.y,
            `${one.said} and ${other.said} overlap`,
          );
      }
    }
    const first = page.locator('.fan [data-action]').first();
    await first.dispatchEvent('pointerdown', { pointerType: 'touch', bubbles: true });
    await page.waitForSelector('[data-unfolded]');
    const table = await page.locator('[data-unfolded] tr').allInnerTexts();
    same(table.length, 6, 'lines of the table');
    check(!table.some((line) => /=|#|\b[TIB]\b/.test(line)), `letters are not spelt out: ${table.join(' | ')}`);
    check(await page.locator('.fan').count(), 'a press that unfolds the table plays the card too');
  });
