import { describe, expect, it } from 'vitest';
import { TableSocket, type Connection, type World } from '../src/net/socket';
import type { Refusal, ServerMessage } from '../src/net/types';

class Line {
  sent: any[] = [];
  readyState = 0;
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
    this.onclose();
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  say(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

// A world whose clock stands until it is moved.
function standing() {
  const lines: Line[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  let ids = 0;
  const world: World = {
    connect: () => {
      const line = new Line();
      lines.push(line);
      return line as unknown as WebSocket;
    },
    later: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return timer;
    },
    cancel: (timer) => {
      const at = timers.indexOf(timer);
      if (at >= 0) timers.splice(at, 1);
    },
    id: () => `id${++ids}`,
  };
  const heard: ServerMessage[] = [];
  const states: Connection[] = [];
  const refusals: Refusal[] = [];
  const socket = new TableSocket(
    'ws://x/ws/1',
    { token: 'secret', lang: 'en' },
    (message) => heard.push(message),
    (state) => states.push(state),
    (refusal) => refusals.push(refusal),
    world,
  );
  return { socket, lines, timers, heard, states, refusals, fire: () => timers.shift()!.run() };
}

const welcome = { type: 'welcome', turn_no: 3 };

describe('the socket of a table', () => {
  it('says hello first, with the token', () => {
    const { lines } = standing();
    lines[0]!.open();
    expect(lines[0]!.sent).toEqual([{ cmd: 'hello', request_id: 'id1', token: 'secret', lang: 'en' }]);
  });

  it('holds requests back until it is welcome, then answers them', async () => {
    const { socket, lines } = standing();
    const reply = socket.request('roll', { turn_no: 3 });
    lines[0]!.open();
    expect(lines[0]!.sent).toHaveLength(1);
    lines[0]!.say(welcome);
    expect(lines[0]!.sent[1]).toEqual({ cmd: 'roll', request_id: 'id1', turn_no: 3 });
    lines[0]!.say({ type: 'reply', request_id: 'id1', ok: true });
    expect((await reply).ok).toBe(true);
  });

  it('resends an unanswered request with the same id after the line was lost', async () => {
    const { socket, lines, fire, states } = standing();
    lines[0]!.open();
    lines[0]!.say(welcome);
    const reply = socket.request('roll', { turn_no: 3 });
    const first = lines[0]!.sent.at(-1);
    lines[0]!.close();
    expect(states.at(-1)).toBe('lost');
    fire();
    lines[1]!.open();
    lines[1]!.say(welcome);
    expect(lines[1]!.sent.at(-1)).toEqual(first);
    lines[1]!.say({ type: 'reply', request_id: first.request_id, ok: true });
    expect((await reply).ok).toBe(true);
  });

  it('waits longer each time, up to eight seconds', () => {
    const { lines, timers, fire } = standing();
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      lines[i]!.close();
      waits.push(timers[0]!.ms);
      fire();
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000]);
  });

  it('does not come back after a goodbye for good', () => {
    const { lines, timers, states } = standing();
    lines[0]!.open();
    lines[0]!.say({ type: 'bye', reason: 'expired', reconnect_after: null });
    lines[0]!.close();
    expect(states.at(-1)).toBe('closed');
    expect(timers).toHaveLength(0);
  });

  it('greets again with another language on the same line', () => {
    const { socket, lines } = standing();
    lines[0]!.open();
    lines[0]!.say(welcome);
    socket.greet({ lang: 'fr' });
    expect(lines[0]!.sent.at(-1)).toMatchObject({ cmd: 'hello', lang: 'fr', token: 'secret' });
  });

  it('says hello again when a busy server says so, and tells the person meanwhile', () => {
    const { lines, timers, refusals, states, fire } = standing();
    lines[0]!.open();
    const error = { code: 'busy', message: 'too much is being worked out just now', retry_after: 4 };
    lines[0]!.say({ type: 'reply', request_id: lines[0]!.sent[0].request_id, ok: false, error });
    expect(refusals).toEqual([error]);
    expect(timers.map((timer) => timer.ms)).toEqual([4000]);
    fire();
    expect(lines[0]!.sent.map((message) => message.cmd)).toEqual(['hello', 'hello']);
    lines[0]!.say({ type: 'welcome' });
    expect(states.at(-1)).toBe('open');
  });

  it('does not say hello into a connection that is gone', () => {
    const { lines, timers } = standing();
    lines[0]!.open();
    const error = { code: 'too-fast', message: 'too many hellos', retry_after: 4 };
    lines[0]!.say({ type: 'reply', request_id: lines[0]!.sent[0].request_id, ok: false, error });
    lines[0]!.close();
    expect(timers.map((timer) => timer.ms)).toEqual([500]);
  });
});
