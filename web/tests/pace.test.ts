import { describe, expect, it } from 'vitest';
import { Pace } from '../src/store/pace';

const settle = () => new Promise((done) => setTimeout(done, 0));

function stage(still = false) {
  const timers: (() => void)[] = [];
  const seen: string[] = [];
  let idles = 0;
  const pace = new Pace<string>(
    async (item, wait) => {
      seen.push(`${item} begins`);
      await wait(500);
      seen.push(`${item} ends`);
    },
    () => idles++,
    { later: (run) => timers.push(run), cancel: () => {}, still: () => still },
  );
  return { pace, seen, tick: () => timers.shift()!(), idles: () => idles };
}

describe('the pace of what is shown', () => {
  it('shows one thing after the other', async () => {
    const { pace, seen, tick, idles } = stage();
    pace.push('a');
    pace.push('b');
    await settle();
    expect(seen).toEqual(['a begins']);
    tick();
    await settle();
    expect(seen).toEqual(['a begins', 'a ends', 'b begins']);
    expect(idles()).toBe(0);
    tick();
    await settle();
    expect(seen.at(-1)).toBe('b ends');
    expect(idles()).toBe(1);
  });

  it('lets everything that waits fall at once when skipped', async () => {
    const { pace, seen } = stage();
    for (const item of ['a', 'b', 'c']) pace.push(item);
    await settle();
    pace.skip();
    await settle();
    expect(seen).toHaveLength(6);
  });

  it('lets only what is shown fall at once when hurried', async () => {
    const { pace, seen, tick } = stage();
    pace.push('a');
    pace.push('b');
    await settle();
    pace.hurry();
    await settle();
    expect(seen).toEqual(['a begins', 'a ends', 'b begins']);
    tick();
    await settle();
    expect(seen.at(-1)).toBe('b ends');
  });

  it('waits for nothing where no motion is wanted', async () => {
    const { pace, seen } = stage(true);
    pace.push('a');
    await settle();
    expect(seen).toEqual(['a begins', 'a ends']);
  });

  it('is slow again after a skip', async () => {
    const { pace, seen, tick } = stage();
    pace.push('a');
    await settle();
    pace.skip();
    await settle();
    pace.push('b');
    await settle();
    expect(seen).toEqual(['a begins', 'a ends', 'b begins']);
    tick();
    await settle();
    expect(seen.at(-1)).toBe('b ends');
  });
});
