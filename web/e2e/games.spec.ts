// For each game and mode two browsers play a whole game through the page, each in its own seat.
import { agree, autoplay, invite, MODES, over, press, seated, shown, sitAt, start, tableOf, untilTurn } from './play';
import { check, same, test } from './harness';

for (const mode of MODES) {
  test(`two browsers play a whole game: ${mode.name}`, async (stage) => {
    const home = await stage.visitor();
    const friends = { home: { who: 'me' }, away: { who: 'friend' } };
    if (mode.sheet) await sitAt(home, { ...tableOf(mode), seats: friends });
    else await start(home, mode.game, { kind: 'friend', options: mode.options });
    const link = await invite(home);
    const away = await stage.visitor();
    await away.goto(link);
    await seated(away);
    same(
      await Promise.all([home, away].map((page) => page.getAttribute('main.stage', 'data-role'))),
      ['home', 'away'],
      'the seats',
    );
    check(!away.url().includes('invite'), 'the invite stays in the address');

    for (let i = 0; i < 8; i++) (await press(home, i)) || (await press(away, i));
    await Promise.all([autoplay(home, 1), autoplay(away, 2)]);
    await untilTurn(home, 20);
    await Promise.all([over(home), over(away)]);
    await agree([home, away]);
    const end = await shown(home);
    check(end.lines.length > 10, `only ${end.lines.length} lines of play-by-play`);
    check(
      !end.lines.some((line) => /[{}]|undefined|null/.test(line)),
      `a line with a hole: ${end.lines.find((line) => /[{}]|undefined|null/.test(line))}`,
    );
    const headings = await Promise.all([home, away].map((page) => page.locator('section.end h2').innerText()));
    check(
      headings.every((text) => text.length > 3),
      'the end is not told',
    );
  });
}
