// More than two people: a row of names a side, at one screen or with a link each, and nobody who is away holds it up.
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { check, same, test, until, type Stage } from './harness';
import { openBox, over, press, role, seated, shown, tableId, untilTurn } from './play';

const PHONE = { width: 390, height: 844 };

// The name of the one whose hand it is, as the scoreboard has it.
const hand = (page: Page, seat: string) => page.locator(`section.score [data-hand="${seat}"]`).innerText();
const lit = (page: Page) => page.locator('#actions [data-primary], #actions [data-action]').count();

async function named(page: Page, home: string, away: string): Promise<void> {
  await page.click('.people summary');
  await page.fill('[data-people="home"]', home);
  await page.fill('[data-people="away"]', away);
}

// Ann opens it; Bo, Cy and Di come by a link each.
async function four(stage: Stage): Promise<Record<string, Page>> {
  const ann = await stage.visitor({ prefs: { name: 'Ann' } });
  await openBox(ann, 'sports-dice-football');
  await named(ann, 'Ann, Bo', 'Cy, Di');
  await ann.click('[data-way="friend"]');
  await seated(ann);
  const links = ann.locator('.invite input');
  await links.first().waitFor();
  same(await links.count(), 3, 'the links');
  const right = await ann.locator('.invite').evaluate((panel) => panel.getBoundingClientRect().right - innerWidth);
  check(right <= 0, `the links reach ${right} px beyond the window`);
  const addresses = await links.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  const people: Record<string, Page> = { Ann: ann };
  for (const [i, name] of ['Bo', 'Cy', 'Di'].entries()) {
    const page = await stage.visitor({ prefs: { name } });
    await page.goto(addresses[i]!);
    await seated(page);
    people[name] = page;
  }
  await until(ann, () => !document.querySelector('.invite'));
  return people;
}

// Everybody sees the same turn, and it has been shown to the end.
async function settled(pages: Page[]): Promise<number> {
  const latest = Math.max(
    ...(await Promise.all(pages.map(async (page) => Number(await page.getAttribute('main.stage', 'data-turn'))))),
  );
  for (const page of pages) await untilTurn(page, latest);
  return latest;
}

test('two a side by links: the hand passes on with the ball, and the dice hold', async (stage) => {
  const people = await four(stage);
  const pages = Object.values(people);
  same([await role(people.Bo!), await role(people.Di!)], ['home', 'away'], 'the seats');
  const hands = new Set<string>();
  for (let i = 0; i < 300 && hands.size < 3; i++) {
    await settled(pages);
    if ((await shown(people.Ann!)).kind === 'over') break;
    // Somebody has a button, and nobody but the one whose hand it is.
    await Promise.race(pages.map((page) => page.waitForSelector('#actions [data-primary], #actions [data-action]')));
    const able = [];
    for (const [name, page] of Object.entries(people)) if (await lit(page)) able.push(name);
    same(able.length, 1, `those who may act: ${able.join()}`);
    const actor = able[0]!;
    const seat = (await role(people[actor]!))!;
    for (const page of pages) same(await hand(page, seat), actor, 'the hand on the scoreboard');
    hands.add(actor);
    await press(people[actor]!, 0);
  }
  check(hands.size >= 3, `only ${[...hands].join()} have played`);
  for (const page of pages) same(await page.locator('[data-fault]').count(), 0, 'faults of the dice');
  await people.Ann!.click('[data-menu]');
  await people.Ann!.click('[data-resign]');
  await people.Ann!.click('[data-resign-yes]');
  for (const page of pages) await over(page);
  const record = await (await fetch(`${stage.server.url}/api/tables/${tableId(people.Ann!)}/record`)).text();
  check(record.includes('[Home "Ann, Bo"]') && record.includes('[Away "Cy, Di"]'), record.slice(0, 400));
  // Several browsers had a hand in the dice for one side, one after the other, and the proof holds.
  check(/;proof .* home=[0-9a-f]{64} away=[0-9a-f]{64}/.test(record), 'the sides had no hand in the dice');
  const verified = execFileSync(process.env.TOUCHLINE_BIN!, ['verify', '-'], { input: record }).toString();
  check(/Rolls proven/.test(verified), verified);
});

test('while somebody is away, another of the side plays on', async (stage) => {
  const people = await four(stage);
  const { Ann: ann, Bo: bo, Cy: cy } = people as Record<'Ann' | 'Bo' | 'Cy', Page>;
  same([await lit(ann), await lit(bo), await lit(cy)], [1, 0, 0], 'buttons of Ann, Bo and Cy');
  await ann.goto('about:blank');
  await bo.waitForSelector('#actions [data-primary]');
  check(/Ann is away/.test(await bo.locator('#actions').innerText()), 'nobody says whose hand it is');
  await press(bo);
  await settled([bo, cy]);
  same((await shown(bo)).turn, 1, 'the turn after the roll of the other');
});

test('several people at one screen and beside real dice are named in turn', async (stage) => {
  const page = await stage.visitor({ size: PHONE });
  await openBox(page, 'sports-dice-football');
  await named(page, 'Ann, Bo', 'Cy, Di');
  await page.click('[data-way="screen"]');
  await seated(page);
  same(await hand(page, 'home'), 'Ann', 'the first hand');
  for (const name of await page.locator('section.score .words').all())
    check(
      await name.evaluate((words) => {
        const others = words.querySelector('.next')!;
        const lowest = words.closest('.side')!.getBoundingClientRect().bottom;
        return others.scrollWidth <= others.clientWidth && others.getBoundingClientRect().bottom <= lowest + 1;
      }),
      `the names of a side are cut: ${await name.innerText()}`,
    );
  const seen = new Set<string>();
  for (let i = 0; i < 300 && seen.size < 3; i++) {
    await settled([page]);
    if ((await shown(page)).kind === 'over') break;
    await page.waitForSelector('#actions [data-primary], #actions [data-action]');
    for (const seat of ['home', 'away']) seen.add(await hand(page, seat));
    await press(page, 0);
  }
  check(seen.size >= 3, `only ${[...seen].join()} have played`);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(wide <= 0, `the table is ${wide} px wider than a phone`);
  await openBox(page, 'sports-dice-football');
  await named(page, 'Ann, Bo', '');
  await page.click('[data-way="real"]');
  await seated(page);
  same(await hand(page, 'home'), 'Ann', 'the first hand beside real dice');
});
