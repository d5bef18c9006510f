// Seats without accounts: links, spectators, reloads, second tabs, a server that dies and one that says goodbye.
import { agree, autoplay, invite, over, press, rest, role, seated, shown, start, tableId, untilTurn } from './play';
import { check, same, sleep, test, until } from './harness';

test('an invite is good for one browser; the next one watches', async (stage) => {
  const home = await stage.visitor();
  await start(home, 'gridiron-glory', { kind: 'friend' });
  const link = await invite(home);
  const [friend, stranger] = [await stage.visitor(), await stage.visitor()];
  await friend.goto(link);
  await seated(friend);
  await until(home, () => !document.querySelector('.invite'));
  await stranger.goto(link);
  await seated(stranger);
  same([await role(friend), await role(stranger)], ['away', 'spectator'], 'who sits and who watches');
  check((await stranger.locator('#actions button').count()) === 0, 'a spectator has buttons');
  check((await stranger.locator('[role=alert]').first().innerText()).length > 5, 'nobody says that the seat is taken');
});

test('a spectator sees the game and never a hidden card', async (stage) => {
  const home = await stage.visitor();
  await start(home, 'red-boar-gridiron', { kind: 'friend', options: { mode: 'cards', quarter_seconds: 60 } });
  const away = await stage.visitor();
  await away.goto(await invite(home));
  await seated(away);
  const watcher = await stage.visitor();
  const frames: string[] = [];
  watcher.on('websocket', (socket) => socket.on('framereceived', (frame) => frames.push(String(frame.payload))));
  await watcher.goto(`/t/${tableId(home)}`);
  await seated(watcher);
  await Promise.all([autoplay(home, 6), autoplay(away, 7)]);
  await Promise.all([over(home), over(away), over(watcher)]);
  await agree([home, away, watcher]);
  const messages = frames.map((text) => JSON.parse(text)).filter((message) => message.state);
  check(messages.length > 20, 'the spectator was told too little');
  for (const message of messages) {
    if (message.turn.kind === 'over') continue;
    check(!('hands' in message.state) && !('hand' in message.state), 'a hand was sent to a spectator');
    check(!(message.fell?.event?.startsWith('draw-') && message.fell.tokens), 'a drawn card was sent to a spectator');
    check(
      !(message.cause === 'lock' && message.chose?.some((choice: any) => choice.action)),
      'a secret choice was sent to a spectator',
    );
  }
});

test('a reload and a second tab give the same seat and position back', async (stage) => {
  const page = await stage.visitor();
  await start(page, 'pocket-gridiron');
  for (let i = 0; i < 6; i++) {
    await page.waitForSelector('#actions [data-primary], #actions [data-action]');
    await press(page, i);
  }
  await page.waitForSelector('#actions [data-primary], #actions [data-action]');
  const before = await shown(page);
  await page.reload();
  await seated(page);
  const after = await shown(page);
  same(
    [after.turn, after.score, after.lines],
    [before.turn, before.score, before.lines],
    'the position after a reload',
  );
  same(await role(page), 'home', 'the seat after a reload');

  const second = await stage.tab(page.context());
  await second.goto(page.url());
  await seated(second);
  same(await role(second), 'home', 'the seat on a second tab');
  await second.waitForSelector('#actions [data-primary], #actions [data-action]');
  await press(second);
  await untilTurn(page, before.turn + 1);
  await page.waitForSelector('#actions [data-primary], #actions [data-action], section.end');
  await second.waitForSelector('#actions [data-primary], #actions [data-action], section.end');
  await agree([page, second]);
  await page.goto('/');
  await page.waitForSelector('.resume a');
  await page.click('.resume a');
  await seated(page);
  same(await role(page), 'home', 'the seat from the lobby');
});

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`the server gets ${signal} in mid-game: the same position, no roll lost or repeated`, async (stage) => {
    const home = await stage.visitor();
    await start(home, 'sports-dice-football', { kind: 'friend', options: { target: 14 } });
    const away = await stage.visitor();
    await away.goto(await invite(home));
    await seated(away);
    await Promise.all([autoplay(home, 8), autoplay(away, 9)]);
    await untilTurn(home, 12);
    await Promise.all([rest(home), rest(away)]);
    await sleep(300);
    await Promise.all(
      [home, away].map((page) =>
        until(
          page,
          () =>
            document.querySelector('main.stage')?.getAttribute('data-turn') ===
            document.querySelector('main.stage')?.getAttribute('data-shown'),
        ),
      ),
    );
    await agree([home, away]);
    const before = await shown(home);
    await stage.server.down(signal);
    await home.waitForSelector('.notice');
    await stage.server.up();
    await Promise.all([home, away].map((page) => until(page, () => !document.querySelector('.notice'))));
    const after = await shown(home);
    same(
      [after.turn, after.score, after.lines],
      [before.turn, before.score, before.lines],
      'the position after the restart',
    );
    await agree([home, away]);
    await Promise.all([autoplay(home, 10), autoplay(away, 11)]);
    await Promise.all([over(home), over(away)]);
    await agree([home, away]);
    const record = await (await fetch(`${stage.server.url}/api/tables/${tableId(home)}/record`)).text();
    check(record.includes('[Game "sports-dice-football"]'), 'the record does not stand');
  });
}

test('people offer, agree, resign and play again', async (stage) => {
  const home = await stage.visitor();
  await start(home, 'sports-dice-football', { kind: 'friend' });
  const away = await stage.visitor();
  await away.goto(await invite(home));
  await seated(away);
  check((await home.locator('.win').count()) === 0, 'odds are shown between people unasked');
  await home.click('[data-menu]');
  await home.click('[data-offer="odds"]');
  await away.locator('.notice .lit').click();
  await Promise.all([home, away].map((page) => page.waitForSelector('.win')));
  await home.click('[data-menu]');
  await home.click('[data-offer="draw"]');
  await away.locator('.notice button:not(.lit)').click();
  await until(home, () => !document.querySelector('.notice'));
  await away.click('[data-menu]');
  await away.click('[data-resign]');
  await away.click('[data-resign-yes]');
  await Promise.all([over(home), over(away)]);
  const urls = [home.url(), away.url()];
  await home.click('[data-rematch]');
  await until(away, () => document.querySelector('.after')?.textContent?.includes('rematch'));
  await away.click('[data-rematch]');
  await Promise.all([home, away].map((page, i) => until(page, (was) => location.href !== was, urls[i])));
  await Promise.all([seated(home), seated(away)]);
  same([await role(home), await role(away)], ['away', 'home'], 'the swapped seats');
});

test('someone who leaves is shown as away', async (stage) => {
  const home = await stage.visitor();
  await start(home, 'gridiron-glory', { kind: 'friend' });
  const away = await stage.visitor();
  await away.goto(await invite(home));
  await seated(away);
  await away.close();
  await home.waitForSelector('.notice');
  check(/away/i.test(await home.locator('.notice').first().innerText()), 'nobody says who is away');
  await autoplay(home, 5); // the game can be claimed when the one who left has to act
  await home.locator('.notice .lit').click();
  await over(home);
  check(/left/i.test(await home.locator('section.end').innerText()), 'nobody says why the game is over');
});

test('someone who left is replaced by the computer', async (stage) => {
  const home = await stage.visitor();
  // Long enough for the other side to have the ball.
  await start(home, 'sports-dice-football', { kind: 'friend', options: { target: 14 } });
  const away = await stage.visitor();
  await away.goto(await invite(home));
  await seated(away);
  await away.close();
  await autoplay(home, 13);
  await home.locator('.notice button:not(.lit)').click();
  await over(home);
  check((await home.locator('section.score').innerText()).includes('Stand-in'), 'the computer has no seat');
});

test('a draw that both agree to ends the game', async (stage) => {
  const home = await stage.visitor();
  await start(home, 'pocket-rugby', { kind: 'friend' });
  const away = await stage.visitor();
  await away.goto(await invite(home));
  await seated(away);
  await home.click('[data-menu]');
  await home.click('[data-offer="draw"]');
  await away.locator('.notice .lit').click();
  await Promise.all([over(home), over(away)]);
  await agree([home, away]);
});

test('a clock is shown, and whose time is up has lost', async (stage) => {
  const home = await stage.visitor();
  // The shortest that the server takes; the dialog offers minutes.
  await home.route('**/api/tables', (route) =>
    route.continue({
      postData: JSON.stringify({ ...route.request().postDataJSON(), clock: { seconds: 10, increment: 0 } }),
    }),
  );
  await start(home, 'gridiron-glory', { kind: 'friend' });
  const away = await stage.visitor();
  await away.goto(await invite(home));
  await seated(away);
  await Promise.all([home, away].map((page) => page.waitForSelector('.clock.runs')));
  await Promise.all([over(home), over(away)]);
  check(/time/i.test(await home.locator('section.end').innerText()), 'nobody says why the game is over');
});

test('a table that does not exist says so', async (stage) => {
  const page = await stage.visitor();
  await page.goto('/t/nosuchtable00000000');
  await page.waitForSelector('[role=alert]');
  check(/no such table/i.test(await page.locator('[role=alert]').innerText()), 'another sentence was expected');
});
