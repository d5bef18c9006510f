// The coach beside the choice, the companion beside a real table, and what can be read: rules, sheet, record.
import type { Page } from 'playwright-core';
import { axe } from './axe';
import { bothMe, press, sitAt, start, untilTurn } from './play';
import { check, same, test, until } from './harness';

const COMPUTER = { home: { who: 'me' }, away: { who: 'computer', bot: 'coach' } };
// The toss is won: to take the ball or the chip is the first choice of every game.
const TOSS_WON = '[Game "sports-dice-football"]\nhome rolls toss: home\n';

const prefs = (page: Page): Promise<any> => page.evaluate(() => JSON.parse(localStorage.getItem('touchline.prefs')!));
const values = (page: Page) => page.locator('#actions [data-action] .value').allInnerTexts();

test('the bulb keeps the values of the choices in view, and is remembered', async (stage) => {
  const page = await stage.visitor();
  // To three points, so that it is solved at once.
  await sitAt(page, { game: 'sports-dice-football', options: { target: 3 }, seats: bothMe, seed: 5 });
  await press(page);
  await page.waitForSelector('#actions [data-action]');
  same(await page.getAttribute('[data-bulb]', 'aria-pressed'), 'false', 'the bulb of a new player is lit');
  same(await values(page), [], 'values before anybody asked');
  await page.click('[data-bulb]');
  await page.waitForSelector('[data-how="exact"]');
  const told = await values(page);
  same(told.length, 2, 'values beside the two choices');
  check(
    told.every((text) => /^\d+\s?%/.test(text.trim())),
    `exact values read ${told.join(', ')}`,
  );
  same(await page.locator('#actions .best .mark').count(), 1, 'choices marked as the best');
  // A decision later, in another game, after a reload: nobody asks again.
  await page.reload();
  await page.waitForSelector('#actions [data-action] .value');
  await sitAt(page, { record: '[Game "pocket-gridiron"]\n', game: 'pocket-gridiron', seats: bothMe, seed: 3 });
  same(await page.getAttribute('[data-bulb]', 'aria-pressed'), 'true', 'the bulb in the next game');
  for (let i = 0; i < 300 && !(await page.locator('#actions [data-action]').count()); i++) await press(page);
  await page.waitForSelector('#actions [data-action] .value');
  await page.keyboard.press('o');
  await until(page, () => !document.querySelector('#actions .value'));
  same((await prefs(page)).bulb, false, 'the letter O puts the bulb out');
});

test('an estimate of a choice is told apart from an exact value', async (stage) => {
  const page = await stage.visitor({ prefs: { bulb: true }, lang: 'fr' });
  await sitAt(page, { game: 'red-boar-gridiron', options: { mode: 'cards' }, seats: COMPUTER, seed: 4 });
  for (let i = 0; i < 60 && !(await page.locator('#actions [data-action]').count()); i++) await press(page);
  await page.waitForSelector('[data-how="estimate"]');
  const told = await page.locator('#actions .value, #actions .worth').allInnerTexts();
  check(told.length && told.every((text) => text.trim().startsWith('≈')), `estimates read ${told.join(', ')}`);
  check((await page.locator('[data-how]').innerText()).includes('±'), 'the error of an estimate is not told');
});

// Whether the ring comes to lie around an element of this kind: it follows what still moves.
const points = (page: Page, selector: string) =>
  until(
    page,
    (which) => {
      const ring = document.querySelector('.ring')?.getBoundingClientRect();
      return [...document.querySelectorAll(which)].some((node) => {
        const box = node.getBoundingClientRect();
        return (
          ring && ring.left <= box.left && ring.right >= box.right && ring.top <= box.top && ring.bottom >= box.bottom
        );
      });
    },
    selector,
    3000,
  ).then(
    () => true,
    () => false,
  );

test('the first drive teaches by doing: one hint at a time, at the thing that it explains', async (stage) => {
  const page = await stage.visitor({ coach: true, auto: null });
  await sitAt(page, { game: 'sports-dice-football', seats: bothMe, seed: 5 });
  await page.waitForSelector('aside.coach[data-hint="event.toss"]');
  await until(page, () => !!document.querySelector('.ring'));
  check(await points(page, '#actions [data-primary]'), 'the hint on the toss does not point at its button');
  const dice = page.locator('aside.coach[data-hint^="token."]');
  for (let i = 0; i < 8 && !(await dice.count()); i++) {
    await press(page);
    await page.waitForSelector('#actions [data-primary], #actions [data-action]');
    await page.waitForTimeout(60);
  }
  await dice.waitFor();
  const seen: string[] = [];
  for (let i = 0; i < 8 && (await page.locator('aside.coach').count()); i++) {
    same(await page.locator('aside.coach').count(), 1, 'hints at once');
    const hint = (await page.getAttribute('aside.coach', 'data-hint'))!;
    check(!seen.includes(hint), `${hint} is explained twice`);
    seen.push(hint);
    const [section, key] = hint.split('.');
    const at =
      section === 'token'
        ? `.tray [data-token="${key}"]`
        : section === 'field'
          ? `.facts [data-field="${key}"]`
          : '#actions';
    if (section !== 'event') check(await points(page, at), `the hint ${hint} does not point at ${at}`);
    await page.click('[data-got-it]');
    await until(page, (was) => document.querySelector('aside.coach')?.getAttribute('data-hint') !== was, hint);
  }
  check(
    seen.some((hint) => hint.startsWith('token.')),
    `explained: ${seen.join(', ')}`,
  );
  // The person makes every roll of the lesson, although rolls without a choice would roll themselves.
  check((await page.locator('[data-stop]').count()) === 0, 'the first drive rolls by itself');
  const done = page.locator('aside.coach[data-hint="lesson.done"]');
  for (let i = 0; i < 80 && !(await done.count()); i++) {
    await press(page, i);
    await page.waitForSelector('#actions [data-primary], #actions [data-action]');
    await page.waitForTimeout(60);
  }
  check(await points(page, '[data-bulb]'), 'the last word of the lesson does not point at the bulb');
  same((await prefs(page)).coach['sports-dice-football'], false, 'the lesson is over');
});

test('the lesson can be put away, and begins again from the menu', async (stage) => {
  const page = await stage.visitor({ coach: true, phone: true, lang: 'fr' });
  const id = await sitAt(page, { game: 'pocket-gridiron', seats: bothMe, seed: 5 });
  await page.waitForSelector('aside.coach');
  await page.tap('[data-no-lesson]');
  await until(page, () => !document.querySelector('aside.coach'));
  await page.goto(`/t/${id}`);
  await page.waitForSelector('#actions [data-primary]');
  await press(page);
  await untilTurn(page, 1);
  same(await page.locator('aside.coach').count(), 0, 'hints after the lesson was put away');
  await page.tap('[data-menu]');
  await page.tap('[data-lesson]');
  await page.waitForSelector('aside.coach');
  const inside = await page.evaluate(() => {
    const box = document.querySelector('aside.coach')!.getBoundingClientRect();
    return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  });
  check(inside, 'the hint lies outside the phone');
});

async function tapped(page: Page, faces: [number, string[]][]): Promise<number> {
  let taps = 0;
  for (const [group, tokens] of faces)
    for (const token of tokens) {
      await page.tap(`[data-group="${group}"] [data-face="${token}"]`);
      taps++;
    }
  return taps;
}

test('the companion: faces as on the dice, by whose they are, counted, taken back, told again', async (stage) => {
  const page = await stage.visitor({ phone: true });
  await sitAt(page, { record: TOSS_WON, seats: bothMe, dice: 'real' });
  await page.tap('[data-action="offense"]');
  await page.waitForSelector('[data-face="10"]');
  same(await page.locator('[data-face]').count(), 8, 'faces');
  same(await page.locator('[data-face] svg.die').count(), 8, 'faces drawn as dice');
  const whose = await page.locator('.whose').allInnerTexts();
  check(
    /Offence.*Ann/.test(whose[0]!) && /Defence.*Ben/.test(whose[1]!),
    `the dice are those of ${whose.join(' and ')}`,
  );
  let taps = await tapped(page, [
    [0, ['10', '10', 'TD']],
    [1, ['NG']],
  ]);
  same(await page.locator('[data-face="10"] .n').innerText(), '2', 'the count of the tens');
  // The wrong one: one tap takes it back.
  await page.tap('[data-back-one]');
  same(await page.locator('[data-face="NG"] .n').count(), 0, 'what was taken back');
  taps =
    3 +
    (await tapped(page, [
      [0, ['10', '10', '20']],
      [1, ['S', 'NG', 'NG', 'NG', 'S', 'P6']],
    ]));
  const echo = await page.locator('[data-echo]').innerText();
  check(echo.includes('4 × 10 yards') && echo.includes('3 × No gain'), `what was understood reads ${echo}`);
  await page.tap('#actions [data-primary]');
  check(taps + 1 <= 13, `${taps + 1} taps for twelve dice`);
  await until(page, () => document.querySelector('.facts')?.textContent?.includes('35'));
  check((await page.locator('[data-echo]').innerText()).includes('4 × 10 yards'), 'what was entered is not told again');
  await page.tap('[data-back-one]');
  await until(page, () => document.querySelector('.facts')?.textContent?.includes('25 to go'));
});

test('the companion draws the cards that were turned, and needs three taps for two of them', async (stage) => {
  const page = await stage.visitor({ phone: true, lang: 'fr' });
  await sitAt(page, { game: 'gridiron-glory', seats: bothMe, dice: 'real' });
  await tapped(page, [
    [0, ['BALL', 'REF', 'REF']],
    [1, ['REF', 'REF', 'REF']],
  ]);
  await page.tap('#actions [data-primary]');
  await page.waitForSelector('[data-face="KH"] svg.card');
  same(await page.locator('[data-group="1"] [data-face]').count(), 0, 'the other side’s cards before it is their turn');
  await page.tap('[data-face="KH"]');
  await page.tap('[data-face="2S"]');
  await page.tap('#actions [data-primary]');
  await until(page, () => document.querySelector('.facts')?.textContent?.includes('2'));
});

test('who sits at a real table throws for the computer too', async (stage) => {
  const page = await stage.visitor({ phone: true });
  await sitAt(page, { game: 'pocket-gridiron', seats: COMPUTER, dice: 'real' });
  await page.tap('[data-face="away"]');
  await page.tap('[data-face="SNEAK"]');
  await page.waitForSelector('[data-face="FLAG"]');
});

test('the screen stays awake beside a real table, and may sleep after it', async (stage) => {
  const page = await stage.visitor({ phone: true });
  await page.addInitScript(() => {
    const locks = ((window as any).locks = { asked: 0, released: 0 });
    const request = async () => (locks.asked++, { release: async () => void locks.released++ });
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
  });
  await sitAt(page, { record: TOSS_WON, seats: bothMe, dice: 'real' });
  await until(page, () => (window as any).locks.asked === 1);
  same(await page.evaluate(() => (window as any).locks.released), 0, 'let go during the game');
  await page.tap('[data-menu]');
  await page.tap('[data-resign]');
  await page.tap('[data-resign-yes]');
  await until(page, () => (window as any).locks.released === 1);
  // Where the server throws the dice nobody keeps the screen awake.
  await sitAt(page, { record: TOSS_WON, seats: bothMe });
  await page.waitForSelector('#actions [data-action]');
  same(await page.evaluate(() => (window as any).locks.asked), 0, 'asked for without real dice');
});

test('the rules at a table begin with what is not as usual there', async (stage) => {
  const page = await stage.visitor();
  await start(page, 'red-boar-gridiron', { options: { mode: 'cards' } });
  await page.keyboard.press('r');
  await page.waitForSelector('[data-varies] li');
  same(
    await page.locator('[data-varies] li').allInnerTexts(),
    ['Mode: Cards: chosen in secret'],
    'what is not as usual',
  );
});

test('the rules open at the step of the game, in its words, with pictures and search', async (stage) => {
  for (const lang of ['en', 'fr'] as const) {
    const page = await stage.visitor({ lang });
    await sitAt(page, { record: TOSS_WON, seats: bothMe });
    await page.waitForSelector('#actions [data-action]');
    await page.keyboard.press('r');
    await page.waitForSelector('.rule.here');
    same(await page.getAttribute('.rule.here', 'data-place'), 'step-1', 'the step that is marked');
    await until(page, () => {
      const box = document.querySelector('.rule.here')!.getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight;
    });
    await page.waitForSelector('[data-picture="box"] svg.die');
    same(await page.locator('[data-picture="throw"] svg.die').count(), 12, 'dice of the throw that is shown');
    check(await page.locator('[data-picture="board"] svg').count(), 'no situation is drawn');
    const text = await page.locator('.rules').innerText();
    const ids = /\b(?:own_tie|fourth-down|fg-symbol|offense-play|weather = |goal_advance|chooses \(also)\b/.exec(text);
    check(!ids, `an id of the engine is shown: ${ids?.[0]}`);
    // A ruling tells its other reading, and which one this table plays.
    const ruling = page.locator('[data-place="r-1"]');
    check(await ruling.locator('.other').count(), 'the other reading does not stand apart');
    check(
      (await ruling.locator('[data-played]').innerText()).includes(
        lang === 'en' ? 'That side picks' : 'Ce camp choisit',
      ),
      'what is played at this table is not told',
    );
    await page.fill('[data-find]', lang === 'en' ? 'six of a kind' : 'six pareils');
    await until(page, () => document.querySelectorAll('.rules .rule').length < 8);
    check(await page.locator('.rules mark').count(), 'what was sought is not marked');
    await page.fill('[data-find]', 'qqqq');
    await until(page, () => !document.querySelector('.rules .rule'));
    await page.fill('[data-find]', '');
    await page.locator('[data-place="step-2"] .to').first().click();
    await until(page, () => {
      const top = document.querySelector('[data-place="step-10"]')!.getBoundingClientRect().top;
      return top > 0 && top < innerHeight;
    });
  }
});

test('the sheet explains every face by its own die, and tells where it comes from', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/g/pocket-gridiron');
  await page.waitForSelector('[data-face="OUT"]');
  const outs = await page.locator('[data-face="OUT"]').allInnerTexts();
  same(outs.length, 2, 'dice that show OUT');
  check(outs[0]!.includes('route'), `the tight end’s OUT reads ${outs[0]}`);
  check(
    outs[1]!.includes('Out of bounds') && !outs[1]!.includes('route of value'),
    `the black die’s OUT reads ${outs[1]}`,
  );
  check(/return/i.test(outs[1]!), 'what OUT means on a return is not told');
  const bare = await page
    .locator('[data-face]')
    .evaluateAll((faces) => faces.filter((face) => !face.querySelector('.source')).length);
  same(bare, 0, 'faces without their source');
  same(await page.locator('[data-own]').count(), 0, 'the box is called somebody’s own');
});

test('a table with a sheet of its own shows it, and what differs from the box', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/');
  const sheet = await page.evaluate(async () => (await fetch('/api/games/pocket-gridiron/sheet.toml')).text());
  const own = sheet.replace(/(face = "HITCH"[\s\S]*?value = )5/, '$19');
  check(own !== sheet, 'the sheet has no HITCH worth 5 any more');
  const id = await sitAt(page, { game: 'pocket-gridiron', seats: bothMe, sheet: own, seed: 1 });
  await page.goto(`/t/${id}/sheet`);
  await page.waitForSelector('[data-own]');
  const changed = page.locator('.faces .changed');
  await until(page, () => document.querySelectorAll('.faces .changed').length === 1);
  check((await changed.innerText()).includes('value 9'), `the face that differs reads ${await changed.innerText()}`);
});

test('a record is stepped through with drawn buttons, and a tap on a line shows its position', async (stage) => {
  const page = await stage.visitor();
  const id = await sitAt(page, {
    game: 'sports-dice-football',
    options: { target: 3 },
    seats: { home: { who: 'me', name: 'Ann' }, away: { who: 'computer', bot: 'coach' } },
    seed: 5,
  });
  for (let i = 0; i < 200 && (await page.getAttribute('main.stage', 'data-kind')) !== 'over'; i++) {
    await page.waitForSelector('#actions [data-primary], #actions [data-action], section.end');
    await press(page);
  }
  await page.goto(`/t/${id}/steps`);
  await page.waitForSelector('[data-next]');
  same(
    await page.locator('.stepper [data-glyph]').evaluateAll((all) => all.map((one) => one.getAttribute('data-glyph'))),
    ['first', 'back', 'on', 'last'],
    'the signs of the stepper',
  );
  same(
    await page.locator('.stepper button').evaluateAll((all) => all.map((one) => one.textContent?.trim())),
    ['', '', '', ''],
    'letters on the stepper',
  );
  const lines = page.locator('[data-look]');
  check((await lines.count()) > 3, 'the report of the whole game is not there');
  const at = Number(await lines.last().getAttribute('data-look'));
  await lines.last().click();
  await until(page, (n) => document.querySelector('.now')?.textContent?.includes(String(n)), at);
  await page.keyboard.press('Home');
  await until(page, () => /\b0\b/.test(document.querySelector('.now')?.textContent ?? ''));
  check(!/\bcoach\b/.test(await page.locator('.score').innerText()), 'the opponent is called by its id');
});

test('looking back during a game changes nothing', async (stage) => {
  const page = await stage.visitor();
  await sitAt(page, { record: TOSS_WON, seats: bothMe, seed: 5 });
  await press(page);
  await press(page);
  await until(page, () => document.querySelectorAll('[data-look]').length > 1);
  const before = await page.getAttribute('main.stage', 'data-turn');
  await page.locator('[data-look]').first().click();
  await page.waitForSelector('[data-back]');
  same(await page.locator('#actions [data-action]').count(), 0, 'choices at a position that is past');
  await page.keyboard.press('Escape');
  await until(page, () => !document.querySelector('[data-back]'));
  same(await page.getAttribute('main.stage', 'data-turn'), before, 'the turn');
  // After a reload the dice and the way of the ball are there again.
  await page.reload();
  await page.waitForSelector('.tray .piece');
});

test('axe finds nothing beside the choice, at a real table and in the rules', async (stage) => {
  const page = await stage.visitor({ coach: true, lang: 'fr', phone: true, prefs: { bulb: true } });
  await sitAt(page, { game: 'sports-dice-football', options: { target: 3 }, seats: bothMe, seed: 5 });
  await press(page);
  await page.waitForSelector('#actions [data-action] .value');
  await page.waitForSelector('aside.coach');
  await axe(page, 'a hint and the values of the choices');
  await sitAt(page, { record: TOSS_WON, seats: bothMe, dice: 'real' });
  await page.tap('[data-action="offense"]');
  await page.waitForSelector('[data-face="10"]');
  await page.tap('[data-face="10"]');
  await axe(page, 'the companion');
  await page.tap('[data-rules]');
  await page.waitForSelector('.rule.here');
  await page.fill('[data-find]', 'sack');
  await page.waitForSelector('.rules mark');
  await axe(page, 'the rules, searched');
});
