import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Host, type Instance, type Listener } from '../engine/host';
import type { FromWorker, ToWorker } from '../engine/messages';
import type { ServerMessage } from '../src/net/types';

class FakeWorker {
  told: ToWorker[] = [];
  onmessage: (event: { data: FromWorker }) => void = () => {};
  onerror: () => void = () => {};
  postMessage(message: ToWorker) {
    this.told.push(message);
  }
  say(data: FromWorker) {
    this.onmessage({ data });
  }
}

// A page whose worker is played by the test, loaded anew: an engine that is gone stays gone.
async function page() {
  vi.resetModules();
  const workers: FakeWorker[] = [];
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      constructor() {
        super();
        workers.push(this);
      }
    },
  );
  const [api, { TableSocket }, { failureText }, { prefs }] = await Promise.all([
    import('../src/net/api'),
    import('../src/net/socket'),
    import('../src/i18n/refusals'),
    import('../src/store/prefs.svelte'),
  ]);
  const join = () => {
    const heard: ServerMessage[] = [];
    const states: string[] = [];
    new TableSocket(
      'ws://x/ws/local-1',
      { lang: 'en' },
      (message) => heard.push(message),
      (state) => states.push(state),
      () => {},
    );
    return { heard, states };
  };
  return { api, join, failureText, prefs, worker: () => workers[0]! };
}

const numbers = (worker: FakeWorker) =>
  worker.told.flatMap((message) => ('connect' in message ? [message.connect] : []));
const bye = { type: 'bye', reason: 'engine', reconnect_after: null };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('an engine that stops', () => {
  for (const how of ['says so', 'does not start'] as const)
    it(`closes every table, also one that is being opened, when it ${how}`, async () => {
      const { join, worker } = await page();
      const [open, opening] = [join(), join()];
      worker().say({ connected: numbers(worker())[0]!, socket: 7 });
      worker().say({ heard: 7, text: JSON.stringify({ type: 'welcome' }) });
      expect([open.states.at(-1), opening.states.at(-1)]).toEqual(['open', 'connecting']);
      if (how === 'says so') worker().say({ failed: 'RuntimeError: unreachable' });
      else worker().onerror();
      expect([open.states.at(-1), opening.states.at(-1)]).toEqual(['closed', 'closed']);
      expect([open.heard.at(-1), opening.heard.at(-1)]).toEqual([bye, bye]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(numbers(worker())).toHaveLength(2);
    });

  it('refuses a table that is opened afterwards', async () => {
    const { join, worker } = await page();
    join();
    worker().say({ failed: 'gone' });
    const later = join();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(later.states.at(-1)).toBe('closed');
    expect(later.heard).toEqual([bye]);
    expect(numbers(worker())).toHaveLength(1);
  });

  it('is told in the language of the page to who asks it, before and after', async () => {
    const { api, failureText, prefs, worker } = await page();
    const asked = api.table('local-1').catch(failureText);
    worker().say({ failed: 'gone' });
    expect(await asked).toBe('The engine of this page has stopped: load the page again.');
    prefs.lang = 'fr';
    expect(await api.record('local-1').catch(failureText)).toMatch(/^Le moteur de cette page s’est arrêté/);
  });

  it('answers what it was working on with a reason, not with nothing', async () => {
    const program = {
      ccall: () => {
        throw new WebAssembly.RuntimeError('unreachable');
      },
    };
    const host = await Host.start(() => Promise.resolve(program as any), {} as Instance, {} as Listener);
    const asked = host.ask({ post: false, path: '/api/games', query: '', body: '', lang: 'en' });
    host.stop();
    const { status, text } = await asked;
    expect(status).toBe(500);
    const { api, failureText, worker } = await page();
    const told = api.table('local-1').catch(failureText);
    worker().say({ answer: 1, status, type: 'application/json', text });
    expect(await told).toMatch(/^The engine of this page has stopped/);
  });
});
