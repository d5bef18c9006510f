// Dice that prove themselves, in real browsers: whole games, reloads, and servers that cheat.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, WebSocketRoute } from 'playwright-core';
import { axe } from './axe';
import { autoplay, bothMe, over, press, seated, sitAt } from './play';
import { check, same, test, until, type Stage, type Visit } from './harness';

// One that ends soon, and one that cannot end within the few rolls that a test needs.
const SHORT = { game: 'sports-dice-football', options: { target: 3 } };
const LONG = { game: 'sports-dice-football', options: { target: 49 } };
const FRIEND = { home: { who: 'me', name: 'Ann' }, away: { who: 'friend' } };

// What stands between a page and the server: it may alter, hold back or add messages of either side.
interface Meddler {
  down?: (message: any, page: WebSocketRoute) => any;
  up?: (message: any, page: WebSocketRoute) => any;
}

const meddle = (page: Page, { down, up }: Meddler) =>
  page.routeWebSocket(/\/ws\//, (route) => {
    const server = route.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      const told = down ? down(message, route) : message;
      if (told) route.send(JSON.stringify(told));
    });
    route.onMessage((text) => {
      const message = JSON.parse(String(text));
      const said = up ? up(message, route) : message;
      if (said) server.send(JSON.stringify(said));
    });
  });

// Two browsers at one table; `meddler` stands before the first.
async function two(stage: Stage, meddler?: Meddler, visit: Visit = {}, table: object = LONG) {
  const home = await stage.visitor(visit);
  if (meddler) await meddle(home, meddler);
  const id = await sitAt(home, { ...table, seats: FRIEND });
  const invite = await home.locator('.invite input').first().inputValue();
  const away = await stage.visitor({ prefs: { name: 'Ben' } });
  await away.goto(invite);
  await seated(away);
  return { home, away, id };
}

const seal = (page: Page) => page.locator('[data-seal]');
const faults = (page: Page) => page.locator('.notice[data-fault]').allInnerTexts();

// Plays until so many rolls are sealed on the first page.
async function rolls(pages: Page[], wanted: number) {
  for (let i = 0; i < 200; i++) {
    if (Number(await seal(pages[0]!).getAttribute('data-roll')) >= wanted) return;
    for (const page of pages) await press(page, i);
  }
  throw new Error(`no ${wanted} rolls came`);
}

async function playOn(pages: Page[]) {
  await Promise.all(pages.map((page, i) => autoplay(page, 20 + i)));
  await Promise.all(pages.map((page) => over(page)));
}

async function resign(page: Page) {
  await page.click('[data-menu]');
  await page.click('[data-resign]');
  await page.click('[data-resign-yes]');
}

const recordOf = (page: Page, id: string) =>
  page.evaluate(async (table) => (await fetch(`/api/tables/${table}/record`)).text(), id);

// What the program says of a record; throws where it does not hold.
function verified(record: string): any {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-'));
  try {
    const file = join(folder, 'game.txt');
    writeFileSync(file, record);
    return JSON.parse(execFileSync(process.env.TOUCHLINE_BIN!, ['verify', file, '--json'], { encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('dice: two browsers have a hand in every roll, and each checks the whole game', async (stage) => {
  const { home, away, id } = await two(stage, undefined, {}, SHORT);
  await rolls([home, away], 2);
  for (const page of [home, away]) {
    await until(page, () => document.querySelector('[data-seal="yes"]'));
    await seal(page).click();
    const told = await page.locator('[data-seal-text]').innerText();
    check(/the server, Ann and Ben/.test(told), `the seal says: ${told}`);
    same(await page.locator('[data-seal-text] p').count(), 3, 'its sentences');
    await page.keyboard.press('Escape');
  }
  await playOn([home, away]);
  for (const page of [home, away]) {
    check(/had a hand in all of them/.test(await page.locator('[data-proven]').innerText()), 'not in all of them');
    await page.click('[data-verify]');
    await page.waitForSelector('[data-proven="checked"]');
    same(await faults(page), [], 'what does not hold');
  }
  const verdict = verified(await recordOf(home, id));
  same([verdict.hand.home, verdict.hand.away], [verdict.rolls, verdict.rolls], 'the hands in the record');
});

test('dice: a reload in mid-game goes on with the same chain', async (stage) => {
  const { home, away, id } = await two(stage);
  await rolls([home, away], 2);
  await home.reload();
  await seated(home);
  await rolls([home, away], 5);
  await resign(away);
  await over(home);
  await home.click('[data-verify]');
  await home.waitForSelector('[data-proven="checked"]');
  const record = await recordOf(home, id);
  check(!record.includes(';chain'), 'a new chain was begun');
  const verdict = verified(record);
  same(verdict.chains, { server: 1, home: 1, away: 1 }, 'the chains in the record');
  same([verdict.hand.home, verdict.hand.away], [verdict.rolls, verdict.rolls], 'the hands in the record');
  same([await faults(home), await faults(away)], [[], []], 'what does not hold');
});

test('dice: a second browser takes the seat over with a chain of its own', async (stage) => {
  const { home, away, id } = await two(stage);
  await rolls([home, away], 2);
  const seats = await home.evaluate(() => localStorage.getItem('touchline.seats'));
  const phone = await stage.visitor({ phone: true });
  await phone.goto('/');
  await phone.evaluate((kept) => localStorage.setItem('touchline.seats', kept!), seats);
  await phone.goto(`/t/${id}`);
  await seated(phone);
  await rolls([phone, away], 5);
  await until(phone, () => document.querySelector('[data-seal="yes"]'));
  await resign(away);
  await Promise.all([over(home), over(phone)]);
  for (const page of [home, phone, away]) same(await faults(page), [], 'what does not hold');
  const verdict = verified(await recordOf(phone, id));
  check(verdict.chains.home > 1, 'no new chain is written down');
  same(verdict.hand.home, verdict.rolls, 'the hand of the seat');
});

test('dice: hidden cards are checked when the game is over', async (stage) => {
  const table = { game: 'red-boar-gridiron', options: { mode: 'cards', quarter_seconds: 60 } };
  const { home, away, id } = await two(stage, undefined, {}, table);
  await rolls([home, away], 1);
  await until(home, () => document.querySelector('[data-seal="later"]'));
  await playOn([home, away]);
  for (const page of [home, away]) {
    await page.click('[data-verify]');
    await page.waitForSelector('[data-proven="checked"]');
    same(await faults(page), [], 'what does not hold');
  }
  check(verified(await recordOf(home, id)).hidden > 0, 'no hidden roll is proven');
});

test('dice: against the computer of the server the player has a hand in every roll', async (stage) => {
  const page = await stage.visitor();
  const seats = { home: { who: 'me', name: 'Ann' }, away: { who: 'computer', bot: 'coach' } };
  const id = await sitAt(page, { ...SHORT, seats });
  await playOn([page]);
  await page.click('[data-verify]');
  await page.waitForSelector('[data-proven="checked"]');
  const { hand, rolls } = verified(await recordOf(page, id));
  same([hand.home, hand.away], [rolls, 0], 'the hands in the record');
});

// Each cheat as it reaches the browser, and what the browser says of it.
const CHEATS: { name: string; kind: string; says: RegExp; meddler: () => Meddler }[] = [
  {
    name: 'chooses its link after those of the seats',
    kind: 'link',
    says: /Roll 3: the part of the server is not the one that was sealed/,
    meddler: () => ({
      down: (message) => {
        if (message.proof?.n === 3) message.proof.server = message.proof.server.replace(/^./, other);
        return message;
      },
    }),
  },
  {
    name: 'swaps its commitment',
    kind: 'commitment',
    says: /Before roll 3 the server replaced what it had sealed/,
    meddler: () => ({
      down: (message) => {
        const { fair } = message.table ?? {};
        if (fair?.rolls >= 2) fair.server = fair.server.replace(/^./, other);
        return message;
      },
    }),
  },
  {
    name: 'changes what was before the roll',
    kind: 'lines',
    says: /Roll 3: the server rolled for another course of the game/,
    meddler: () => ({
      down: (message) => {
        if (message.type === 'ask' && message.n === 3) message.lines = message.lines.replace(/^./, other);
        return message;
      },
    }),
  },
  {
    name: 'leaves out a seat that is there',
    kind: 'left-out',
    says: /Roll 3: your browser answered, but the server rolled without it/,
    meddler: () => ({
      up: (message, page) => {
        if (message.cmd !== 'link' || message.n !== 3) return message;
        page.send(JSON.stringify({ type: 'reply', request_id: message.request_id, ok: true }));
        return null;
      },
    }),
  },
  {
    name: 'shows numbers that do not follow',
    kind: 'numbers',
    says: /Roll 3: the dice do not follow/,
    meddler: () => ({
      down: (message) => {
        const [first] = message.proof?.n === 3 ? message.proof.drew : [];
        if (first) first[0] = (first[0] + 1) % first[1];
        return message;
      },
    }),
  },
];
const other = (digit: string) => (digit === '0' ? '1' : '0');

for (const { name, kind, says, meddler } of CHEATS)
  test(`dice: a server that ${name} is seen, and it stays seen`, async (stage) => {
    stage.cheats = true;
    const { home, away } = await two(stage, meddler());
    await rolls([home, away], 3);
    await home.waitForSelector(`.notice[data-fault="${kind}"]`);
    const told = (await faults(home)).join(' ');
    check(says.test(told), `the page says: ${told}`);
    same(await seal(home).getAttribute('data-seal'), 'wrong', 'the seal');
    same(await faults(away), [], 'what the other side sees');
    await home.reload();
    await seated(home);
    await home.waitForSelector('[data-seal="wrong"]');
    await home.click('.notice[data-fault] button');
    check(says.test(await home.locator('[data-seal-text]').innerText()), 'it is forgotten after a reload');
  });

test('dice: a server that asks twice for one roll gets one link', async (stage) => {
  stage.cheats = true;
  const links: any[] = [];
  const { home, away } = await two(stage, {
    down: (message, page) => {
      if (message.type === 'ask' && message.n === 3) {
        page.send(JSON.stringify(message));
        return { ...message, lines: message.lines.replace(/^./, other) };
      }
      return message;
    },
    up: (message) => {
      if (message.cmd === 'link' && message.n === 3) links.push(message.links.home);
      return message;
    },
  });
  await rolls([home, away], 3);
  await home.waitForSelector('.notice[data-fault="asked-twice"]');
  same(links.length, 1, 'links for roll 3');
});

test('dice: a server that forges a line of the record is found out in the browser', async (stage) => {
  stage.cheats = true;
  const { home, away } = await two(stage);
  await home.route(/\/record$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/chooses (\S+): \S+|rolls (\S+): \S+/, 'rolls $1$2: forged');
    await route.fulfill({ response, body });
  });
  await rolls([home, away], 3);
  await resign(away);
  await home.waitForSelector('[data-proven="wrong"]');
  check(
    /The record does not hold, line \d+/.test(await home.locator('[data-proven]').innerText()),
    'it does not say so',
  );
});

test('dice: tables without proof say so', async (stage) => {
  const page = await stage.visitor();
  for (const [why, table] of [
    ['seed', { ...SHORT, seed: 7, seats: bothMe }],
    ['real', { ...SHORT, dice: 'real', seats: bothMe }],
  ] as const) {
    await sitAt(page, table);
    await page.waitForSelector(`[data-seal="${why}"]`);
    await page.click('[data-menu]');
    await page.waitForSelector(`dialog [data-dice="${why}"]`);
  }
});

test('dice: the seal is read out, opened by key, and holds in both lights', async (stage) => {
  const { home, away } = await two(stage, undefined, { phone: true });
  await rolls([home, away], 1);
  await until(home, () => document.querySelector('[data-seal="yes"]'));
  check(/Dice of roll \d+: checked/.test((await seal(home).getAttribute('aria-label')) ?? ''), 'it has no name');
  const box = (await seal(home).boundingBox())!;
  check(box.width >= 44 && box.height >= 44, `a thumb needs more than ${box.width} × ${box.height}`);
  await seal(home).focus();
  await home.keyboard.press('Enter');
  await home.waitForSelector('[data-seal-text]');
  await axe(home, 'the words of the seal');
  await home.keyboard.press('Escape');
  await axe(home, 'the table with its seal');
});
