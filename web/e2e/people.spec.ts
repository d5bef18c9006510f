// People: the shelf, the opponents, who one is, gestures, whose turn it is, one's own games, and what one sends to others.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { axe } from './axe';
import { check, GAMES, same, test, until, type Stage } from './harness';
import { autoplay, invite, openBox, over, press, rest, role, seated, sitAt, start, tableId } from './play';

const PHONE = { width: 390, height: 844 };
const COMPUTER = (bot: string) => ({ home: { who: 'me', name: 'Ann' }, away: { who: 'computer', bot } });

async function resign(page: Page): Promise<void> {
  await page.click('[data-menu]');
  await page.click('[data-resign]');
  await page.click('[data-resign-yes]');
  await over(page);
}

async function friends(stage: Stage): Promise<[Page, Page]> {
  const [home, away] = [await stage.visitor(), await stage.visitor()];
  await start(home, 'sports-dice-football', { kind: 'friend' });
  await away.goto(await invite(home));
  await seated(away);
  await until(home, () => !document.querySelector('.invite'));
  return [home, away];
}

test('the shelf has a lid for every box, and a tap opens it', async (stage) => {
  const page = await stage.visitor({ size: PHONE });
  await page.goto('/');
  await page.waitForSelector('[data-lid]');
  same((await page.locator('[data-lid]').count()) as number, GAMES.length, 'the lids');
  for (const game of GAMES) {
    await page.click(`[data-lid="${game}"]`);
    await page.waitForSelector(`[data-open="${game}"] [data-play]`);
    same(await page.locator('[aria-expanded=true][data-lid]').getAttribute('data-lid'), game, 'the open lid');
    for (const part of [
      '[data-play]',
      '[data-way="friend"]',
      '[data-way="screen"]',
      '[data-way="real"]',
      '[data-option]',
    ])
      check(await page.locator(`[data-open] ${part}`).first().isVisible(), `${game}: ${part} is not in view`);
    const height = await page.evaluate(
      () => document.querySelector('.shelf')!.getBoundingClientRect().bottom + scrollY,
    );
    check(height < 844 * 1.75, `${game}: the shelf ends at ${height} px`);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(wide <= 0, `the shelf is ${wide} px wider than a phone`);
  check((await page.evaluate(() => document.documentElement.scrollHeight)) < 844 * 2.3, 'the lobby is too tall');
});

test('real dice are one tap from the shelf', async (stage) => {
  const page = await stage.visitor();
  await openBox(page, 'pocket-gridiron');
  await page.click('[data-way="real"]');
  await seated(page);
  await page.waitForSelector('[data-face="home"]');
  await openBox(page, 'pocket-gridiron');
  await page.click('[data-way="real-computer"]');
  await seated(page);
  same(await role(page), 'home', 'the seat against the computer');
  await page.waitForSelector('[data-face="home"]');
});

test('what varies is a switch on the box', async (stage) => {
  const page = await stage.visitor();
  await openBox(page, 'pocket-gridiron');
  check((await page.locator('[data-option="home_team"]:visible').count()) === 0, 'teams are chosen in the basic game');
  await page.click('[data-option="mode"] label:has-text("Pro")');
  await page.locator('[data-option="home_team"]').selectOption('"harbor"');
  await page.click('[data-play]');
  await seated(page);
  const { table } = await (await fetch(`${stage.server.url}/api/tables/${tableId(page)}`)).json();
  same([table.options.mode, table.options.home_team], ['pro', 'harbor'], 'the options');
});

test('an option that does nothing is neither shown nor asked of the table', async (stage) => {
  const page = await stage.visitor();
  const there = (name: string) => page.locator(`[data-option="${name}"]`).count();
  const unfold = () => page.locator('[data-open] .house summary').click();
  await openBox(page, 'pocket-gridiron');
  await unfold();
  same([await there('pick_six'), await there('injury_scope')], [0, 1], 'rules of the basic game');
  await page.click('[data-option="mode"] label:has-text("Pro")');
  same(await there('pick_six'), 1, 'a rule of the pro game');
  await page.locator('[data-option="home_team"]').selectOption('"harbor"');
  await page.locator('[data-option="injuries"]').setChecked(false);
  same(await there('injury_scope'), 0, 'a rule of injuries that are off');
  // The basic game has no team cards: the one that was chosen does not go along.
  await page.click('[data-option="mode"] label:has-text("Basic")');
  await page.click('[data-play]');
  await seated(page);
  const { table } = await (await fetch(`${stage.server.url}/api/tables/${tableId(page)}`)).json();
  same([table.options.mode, table.options.injuries], ['basic', false], 'the options');

  await openBox(page, 'pocket-rugby');
  await unfold();
  const values = () => page.locator('[data-option="card_penalty"] option').count();
  same([await there('attempts'), await values()], [0, 2], 'rules without team cards');
  await page.locator('[data-option="away_team"]').selectOption('"england"');
  same([await there('attempts'), await values()], [1, 3], 'rules with a team card');
});

for (const [name, size] of [
  ['a laptop', { width: 1366, height: 768 }],
  ['a phone', PHONE],
] as const)
  test(`a house rule has all the room that it needs on ${name}`, async (stage) => {
    const page = await stage.visitor({ size, lang: 'fr' });
    for (const game of GAMES) {
      await openBox(page, game);
      await page.locator('[data-open] .house summary').click();
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[data-open] select, [data-open] .values')]
          .filter((field) => {
            const wanted = field.cloneNode(true) as HTMLElement;
            wanted.style.cssText = 'position:absolute; max-width:none; visibility:hidden';
            field.parentElement!.append(wanted);
            const room = field.closest('.option, .line')!.clientWidth;
            const most = Math.min(room, wanted.getBoundingClientRect().width);
            wanted.remove();
            return field.getBoundingClientRect().width < most - 1;
          })
          .map((field) => field.closest('.option')?.textContent),
      );
      same(cut, [], `${game}: what is cut`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      check(wide <= 0, `${game}: the box is ${wide} px too wide`);
    }
  });

test('five opponents have a face, a name, a sentence and a strength', async (stage) => {
  const { bots } = await (await fetch(`${stage.server.url}/api/games`)).json();
  const known = bots.filter((bot: any) => bot.loss !== null);
  for (const [lang, one, none] of [
    ['en', /1 point in a hundred/, /gives nothing away/i],
    ['fr', /1 point sur cent/, /ne laisse rien/i],
  ] as const) {
    const page = await stage.visitor({ lang });
    await openBox(page, 'sports-dice-football');
    same(await page.locator('[data-rival] [data-bot]').count(), 5, 'the faces');
    const names = await page.locator('[data-rival] .name').allInnerTexts();
    same([new Set(names).size, known.length], [5, 5], 'the names');
    check(!/coach|entraîneur/i.test(names.join()), `somebody is called ${names.join()}`);
    const told = async (bot: string) => {
      await page.click(`[data-rival="${bot}"]`);
      return page.locator('.rivals p').innerText();
    };
    check(one.test(await told('regular')), `the regular ${await told('regular')}`);
    check(none.test(await told('perfect')), `the perfect one ${await told('perfect')}`);
    await page.click('[data-play]');
    await seated(page);
    check((await page.locator('section.score').innerText()).includes(names[4]!), 'another opponent sits there');
    check((await page.locator('section.score [data-bot="perfect"]').count()) === 1, 'the face is not at the table');
    await page.goto('/');
    await page.waitForSelector('[data-rival="perfect"] input:checked');
  }
});

test('nobody is shown by the id of the engine', async (stage) => {
  const page = await stage.visitor();
  const id = await sitAt(page, { game: 'sports-dice-football', seed: 3, odds: false, seats: COMPUTER('coach') });
  await press(page);
  await resign(page);
  for (const [path, ready] of [
    [`/t/${id}`, 'section.end'],
    [`/t/${id}/steps`, '[data-next]'],
    [`/t/${id}/review`, '.ledger'],
    ['/', '[data-finished]'],
    ['/mine', '[data-finished]'],
  ] as const) {
    await page.goto(path);
    await page.waitForSelector(ready);
    const text = await page.locator('main').innerText();
    check(!/coach/i.test(text), `${path} says ${/.{20}coach.{20}/is.exec(text)?.[0]}`);
    check(/Stand-in/.test(text), `${path} does not say who played`);
  }
});

test('who opens or takes an invite says who they are, once', async (stage) => {
  const home = await stage.visitor({ prefs: { introduced: false } });
  await openBox(home, 'gridiron-glory');
  await home.click('[data-way="friend"]');
  await home.fill('[data-introduce] [data-name]', 'Ann');
  await home.click('[data-introduce] label:has(input[value="crown"])');
  await home.click('[data-introduce] label:has(input[value="plum"])');
  await axe(home, 'the introduction');
  await home.click('[data-done]');
  await seated(home);
  const away = await stage.visitor({ prefs: { introduced: false }, lang: 'fr' });
  await away.goto(await invite(home));
  await away.waitForSelector('[data-introduce]');
  check((await away.locator('[data-introduce]').innerText()).includes('Ann'), 'nobody says who invites');
  await away.keyboard.type('Ben');
  await away.keyboard.press('Enter');
  await seated(away);
  same(await role(away), 'away', 'the seat');
  for (const page of [home, away])
    await until(page, () => {
      const score = document.querySelector('section.score')!;
      return (
        score.querySelector('.home [data-badge="crown-plum"]') &&
        score.querySelector('.away [data-badge]') &&
        /Ann/.test(score.textContent!) &&
        /Ben/.test(score.textContent!)
      );
    });
  await home.click('[data-menu]');
  await home.click('dialog summary');
  await home.click('[data-who]');
  await home.fill('[data-introduce] [data-name]', 'Anna');
  await home.click('[data-done]');
  await until(away, () => /Anna/.test(document.querySelector('section.score')!.textContent!));
  await openBox(home, 'pocket-rugby');
  await home.click('[data-way="friend"]');
  await seated(home);
  check((await home.locator('[data-introduce]').count()) === 0, 'who is known is asked again');
});

test('two people make six gestures, and too many are refused', async (stage) => {
  const [home, away] = await friends(stage);
  await home.click('[data-emotes]');
  same(await home.locator('[data-emote]').count(), 6, 'the gestures');
  await home.click('[data-emote="bravo"]');
  for (const page of [home, away]) await page.waitForSelector('.gestures .home[data-gesture="bravo"]');
  await away.focus('[data-emotes]');
  await away.keyboard.press('Enter');
  await away.keyboard.press('Tab');
  await away.keyboard.press('Enter');
  await home.waitForSelector('.gestures .away[data-gesture="luck"]');
  await axe(home, 'a gesture');
  await home.waitForSelector('.gestures p', { state: 'detached' });
  // The server lets through a few at once; then the button waits as long as it says.
  const waits = home.locator('[data-emotes][disabled]');
  for (let i = 0; i < 12 && !(await waits.count()); i++) {
    await home.evaluate(() => {
      document.querySelector<HTMLElement>('[data-emotes]')!.click();
    });
    await home.evaluate(() => document.querySelector<HTMLElement>('[data-emote="wow"]')?.click());
  }
  await waits.waitFor();
  await home.waitForSelector('[data-emotes]:not([disabled])');
  same(await home.locator('.notice').count(), 0, 'notices');
  const alone = await stage.visitor();
  await start(alone, 'sports-dice-football');
  same(await alone.locator('[data-emotes]').count(), 0, 'gestures to the computer');
});

test('the title, a knock and a notification say whose turn it is', async (stage) => {
  const home = await stage.visitor();
  const away = await stage.visitor({ prefs: { notify: true, sound: true } });
  await away.context().addInitScript(() => {
    const told: string[] = ((window as any).told = []);
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Object.defineProperty(document, 'hidden', { get: () => true });
    ServiceWorkerRegistration.prototype.showNotification = async (_, about) => void told.push(about?.body ?? '');
    const make = AudioContext.prototype.createBufferSource;
    (window as any).sounds = 0;
    AudioContext.prototype.createBufferSource = function () {
      (window as any).sounds++;
      return make.call(this);
    };
  });
  await start(home, 'gridiron-glory', { kind: 'friend' });
  await away.goto(await invite(home));
  await seated(away);
  await away.evaluate(() => navigator.serviceWorker.ready);
  const turn = (page: Page) => page.evaluate(() => document.title.startsWith('Your turn'));
  for (let i = 0; i < 60 && !(await away.evaluate(() => (window as any).told.length)); i++) {
    await Promise.race([home, away].map((page) => page.waitForSelector('#actions [data-primary]')));
    const [first, second] = [await turn(home), await turn(away)];
    check(!(first && second), 'both have the turn');
    for (const page of [home, away]) if (await page.locator('#actions [data-primary]').count()) await press(page);
  }
  const told: string[] = await away.evaluate(() => (window as any).told);
  check(/Gridiron Glory/.test(told[0] ?? ''), `the notification reads ${told[0]}`);
  check((await away.evaluate(() => (window as any).sounds)) >= 2, 'nothing knocks');
  await until(away, () => document.title.startsWith('Your turn'));
});

test('games that are over stay with result, chart and review; unfinished ones can be put away', async (stage) => {
  const page = await stage.visitor();
  await start(page, 'sports-dice-football', { options: { target: 3 } });
  await autoplay(page, 13);
  await over(page);
  await page.waitForSelector('[data-story="told"]');
  const id = tableId(page);
  await rest(page);
  await start(page, 'gridiron-glory');
  await press(page);
  const open = tableId(page);
  await page.goto('/');
  const done = page.locator(`[data-finished="${id}"]`);
  await done.waitFor();
  check(/won|lost|drawn/.test((await done.getAttribute('data-outcome')) ?? ''), 'no result');
  same(await done.locator('.chart').count(), 1, 'the chart');
  same(await done.locator('a').getAttribute('href'), `/t/${id}/review`, 'the way to the review');
  const going = page.locator(`[data-unfinished="${open}"]`);
  check(/\d/.test(await going.innerText()), 'no date');
  await going.locator('[data-aside]').click();
  await going.waitFor({ state: 'detached' });
  await page.reload();
  await done.waitFor();
  same(await going.count(), 0, 'what was put away');
  await page.goto(`/t/${open}`);
  await seated(page);
  same(await role(page), 'home', 'the seat at a table that was put away');
  await page.goto('/mine');
  const row = page.locator('[data-sum="sports-dice-football"]');
  await row.waitFor();
  check(/1 – 0 – 0|0 – 1 – 0|0 – 0 – 1/.test(await row.innerText()), `the sums read ${await row.innerText()}`);
  const { players } = await (await fetch(`${stage.server.url}/api/tables/${id}/review`)).json();
  const { accuracy } = players.home;
  const told = await row.locator('td').last().innerText();
  if (accuracy === null) same(told, '–', 'the accuracy of a game without a choice');
  else check(Math.abs(parseFloat(told) - accuracy * 100) <= 0.51, `the accuracy reads ${told}, not ${accuracy}`);
  await axe(page, 'my games');
  await page.locator(`[data-unfinished="${open}"] a`).click();
  await seated(page);
});

test('the end is shared as a picture', async (stage) => {
  const page = await stage.visitor();
  await page.context().addInitScript(() => {
    navigator.canShare = () => true;
    navigator.share = async (about) => void ((window as any).shared = about);
  });
  await sitAt(page, { game: 'gridiron-glory', seed: 2, seats: COMPUTER('rookie') });
  await resign(page);
  await page.click('[data-share]');
  await page.waitForSelector('[data-picture="ready"]');
  await axe(page, 'the picture');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('[data-save]')]);
  const bytes = readFileSync((await download.path())!);
  same(
    [bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    ['PNG', 1200, 630],
    'the file',
  );
  await page.click('[data-share-native]');
  await until(page, () => (window as any).shared);
  const shared = await page.evaluate(() => {
    const { files, text, url } = (window as any).shared;
    return { type: files[0].type, text, url };
  });
  same(shared.type, 'image/png', 'what is shared');
  check(/Ann.*Max/.test(shared.text) && shared.url.endsWith('/review'), JSON.stringify(shared));
});

test('a link to a table says what it leads to, and has a picture', async (stage) => {
  const page = await stage.visitor({ prefs: { name: 'Ann <3' } });
  await start(page, 'pocket-rugby', { kind: 'friend' });
  const html = await (await fetch(`${stage.server.url}/t/${tableId(page)}`)).text();
  const meta = (name: string) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  check(meta('title').startsWith('Ann &lt;3 invites you'), `the title is ${meta('title')}`);
  check(meta('description').length > 10, 'no description');
  const picture = await fetch(meta('image'));
  same([picture.status, picture.headers.get('content-type')], [200, 'image/png'], 'the picture');
  const icon = await fetch(`${stage.server.url}/apple-touch-icon.png`);
  same([icon.status, icon.headers.get('content-type')], [200, 'image/png'], 'the icon');
});

test('an unknown address is a page that leads back', async (stage) => {
  const page = await stage.visitor({ lang: 'fr' });
  const answer = await page.goto('/no/such/place');
  same(answer?.status(), 404, 'the status');
  await page.waitForSelector('[data-lost]');
  await axe(page, 'an unknown address');
  await page.click('[data-lost] a');
  await page.waitForSelector('[data-lid]');
});

test('the board faces whoever plays away', async (stage) => {
  const [home, away] = await friends(stage);
  const zones = (page: Page) =>
    page.evaluate(() => {
      const left = (seat: string) =>
        document.querySelector(`.board [data-zone="${seat}"]`)!.getBoundingClientRect().left;
      return left('home') < left('away') ? 'home' : 'away';
    });
  for (const page of [home, away]) await page.waitForSelector('.board [data-zone]');
  same([await zones(home), await zones(away)], ['home', 'away'], 'whose end zone is on the left');
});
