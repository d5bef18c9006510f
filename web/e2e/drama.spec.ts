// The order of drama: choice, throw, result, the ball's way, score, odds. Every change of the page is written down while
// a seeded game against the computer plays by itself, and the order is compared.
import { sitAt } from './play';
import { check, same, test, until } from './harness';

interface Seen {
  what: string;
  at: number;
  turn: number;
}

// Notes whatever a person could see or hear, with its time.
const RECORD = `
  const story = (globalThis.story = []);
  const note = (what, turn = 0) => story.push({ what, turn, at: Math.round(performance.now()) });
  const quiet = () => ({ connect: (next) => next, frequency: {}, Q: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, start() {}, stop() {} });
  globalThis.AudioContext = class {
    state = 'running';
    currentTime = 0;
    sampleRate = 1000;
    createBuffer(_, frames) {
      if (frames >= 600) note('crowd');
      return { getChannelData: () => new Float32Array(frames) };
    }
    createBufferSource = quiet;
    createBiquadFilter = quiet;
    createGain = quiet;
    createOscillator = () => (note('whistle'), quiet());
  };
  addEventListener('DOMContentLoaded', () => {
    const last = {};
    const read = {
      dice: () => document.querySelectorAll('.tray .flying').length > 0,
      board: () => document.querySelector('.board')?.innerHTML ?? '',
      score: () => [...document.querySelectorAll('.score .points')].map((node) => node.textContent).join(),
      title: () => document.title,
      report: () => document.querySelectorAll('[role=log] [data-line]').length,
      poster: () => document.querySelector('[data-highlight]')?.getAttribute('data-highlight') ?? '',
      odds: () => document.querySelector('.win')?.getAttribute('data-odds') ?? '',
      bar: () => document.querySelector('.win')?.textContent ?? '',
    };
    new MutationObserver(() => {
      const main = document.querySelector('main.stage');
      if (!main) return;
      for (const [what, how] of Object.entries(read)) {
        const now = how();
        if (what in last && last[what] !== now) note(what === 'dice' ? (now ? 'throw' : 'rest') : what === 'poster' ? (now ? 'poster' : 'poster-off') : what, Number(main.dataset.shown));
        last[what] = now;
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
`;

// The places of the parts of a turn, after the dice rest. What comes in one step of the page has one place.
const PLACE: Record<string, number> = {
  board: 1,
  score: 2,
  title: 2,
  report: 2,
  whistle: 2,
  poster: 2,
  'poster-off': 3,
  odds: 4,
  bar: 4,
  crowd: 4,
};

for (const game of ['sports-dice-football', 'pocket-gridiron', 'gridiron-glory'])
  test(`a turn is shown in the order of its drama: ${game}`, async (stage) => {
    const page = await stage.visitor({ motion: true, auto: true, prefs: { pace: 'brisk', sound: true } });
    await page.addInitScript(RECORD);
    await sitAt(page, {
      game,
      options: game === 'sports-dice-football' ? { target: 49 } : {},
      seed: 14,
      odds: true,
      seats: { home: { who: 'me' }, away: { who: 'computer', bot: 'coach' } },
    });
    await page.waitForSelector('.board svg');
    // Whatever is to be decided, the first choice is taken.
    await page.click('#actions [data-primary]');
    await page.evaluate(() =>
      setInterval(() => document.querySelector<HTMLElement>('#actions [data-action]')?.click(), 100),
    );
    await until(page, () => {
      const main = document.querySelector('main.stage')!;
      const done = Number(main.getAttribute('data-shown')) >= 20 || main.getAttribute('data-kind') === 'over';
      return done && !document.querySelector('.tray .flying, [data-highlight]');
    });
    const story = await page.evaluate(() => (globalThis as any).story as Seen[]);
    const begin = story.findIndex((one) => one.what === 'throw');
    let rolling = false;
    let place = 0;
    let throws = 0;
    const found: string[] = [];
    for (const [i, { what, at }] of story.entries()) {
      if (i < begin) continue;
      if (what === 'throw') {
        rolling = true;
        place = 0;
        throws++;
      } else if (what === 'rest') rolling = false;
      else if (what === 'board' && (rolling || place !== 0)) {
        // Cards are turned on the board itself, and the next choice may be lit there.
        if (rolling && game === 'sports-dice-football') found.push(`the board at ${at} ms, while the dice roll`);
        if (!rolling) place = PLACE.board!;
      } else if (rolling) found.push(`${what} at ${at} ms, while the dice roll`);
      else if (PLACE[what]! < place && !(PLACE[what] === 2 && place === 4))
        found.push(`${what} at ${at} ms after what follows it`);
      else place = PLACE[what]!;
    }
    same(found, [], 'out of order');
    // Most turns of Glory turn cards on the board; few throw dice.
    check(throws >= (game === 'gridiron-glory' ? 3 : 8), `only ${throws} throws were seen`);
    const count = (what: string) => story.filter((one) => one.what === what).length;
    check(count('report') >= 6 && count('board') >= 6, 'nothing happened');
    if (game === 'sports-dice-football') {
      check(count('odds') >= 6, `the bar moved ${count('odds')} times`);
      check(count('poster') >= 1 && count('poster') === count('poster-off'), `${count('poster')} posters`);
    }
    // A throw takes 500 to 900 ms; on a busy machine one or the other is seen late to begin or to end.
    const times = story.flatMap((one, i) => {
      const rest = one.what === 'throw' ? story.slice(i).find((later) => later.what === 'rest') : undefined;
      return rest ? [rest.at - one.at] : [];
    });
    const usual = times.sort((a, b) => a - b)[times.length >> 1]!;
    check(usual >= 480, `a throw usually took ${usual} ms`);
  });
