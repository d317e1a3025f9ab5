import { beforeEach, describe, expect, it } from 'vitest';
import type { LiveEvent } from '#domain/live.ts';
import { LiveChannel, type LiveHandlers, type LiveState } from './live-channel.ts';

const EVENT: LiveEvent = {
  type: 'project.changed',
  projectId: '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11',
};

/** A channel with a manual clock and access to the server side of its connections. */
function stage() {
  let time = 0;
  let timers: { at: number; action: () => void }[] = [];
  const sockets: { handlers: LiveHandlers; sent: string[]; isClosed: boolean; openedAt: number }[] =
    [];
  const states: LiveState[] = [];
  const events: LiveEvent[] = [];
  const losses: number[] = [];
  const channel = new LiveChannel({
    open: (handlers) => {
      const socket = { handlers, sent: [] as string[], isClosed: false, openedAt: time };
      sockets.push(socket);
      return {
        send: (text) => void socket.sent.push(text),
        close: () => {
          socket.isClosed = true;
        },
      };
    },
    after: (milliseconds, action) => {
      const timer = { at: time + milliseconds, action };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    onLoss: () => losses.push(time),
  });
  const pass = (milliseconds: number) => {
    const end = time + milliseconds;
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      timers = timers.filter((timer) => timer !== next);
      time = next.at;
      next.action();
    }
    time = end;
  };
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) throw new Error('No connection was opened.');
    return socket;
  };
  const send = (message: unknown) => last().handlers.onMessage(JSON.stringify(message));
  return {
    channel,
    sockets,
    states,
    events,
    losses,
    pass,
    last,
    send,
    timers: () => timers.length,
  };
}

let s: ReturnType<typeof stage>;
beforeEach(() => {
  s = stage();
  s.channel.start();
});

it('the channel opens when the server is ready', () => {
  expect(s.states).toEqual(['connecting']);
  s.send({ kind: 'ready' });
  expect(s.states).toEqual(['connecting', 'open']);
});

it('the channel passes on events and ignores unknown messages', () => {
  s.send({ kind: 'ready' });
  s.send({ kind: 'event', event: EVENT });
  s.send({ kind: 'event', event: { type: 'unheard-of' } });
  s.last().handlers.onMessage('not json');
  expect(s.events).toEqual([EVENT]);
});

describe('heartbeat', () => {
  it('is sent every 25 s while the server answers', () => {
    s.send({ kind: 'ready' });
    for (const beats of [1, 2, 3]) {
      s.pass(24_999);
      expect(s.last().sent).toHaveLength(beats - 1);
      s.pass(1);
      expect(s.last().sent).toHaveLength(beats);
      s.send({ kind: 'heartbeat' });
    }
    expect(s.last().sent[0]).toBe('{"kind":"heartbeat"}');
    expect(s.states.at(-1)).toBe('open');
  });

  it('drops the connection after 10 s without an answer', () => {
    s.send({ kind: 'ready' });
    s.pass(25_000 + 9999);
    expect(s.states.at(-1)).toBe('open');
    s.pass(1);
    expect(s.states.at(-1)).toBe('lost');
    expect(s.sockets[0]?.isClosed).toBe(true);
  });
});

describe('reconnecting', () => {
  it.each([
    [1, 1000],
    [2, 2000],
    [3, 5000],
    [4, 10_000],
    [5, 10_000],
  ])('after failure %d, waits %d ms', (failures, wait) => {
    for (let failure = 1; failure < failures; failure += 1) {
      const before = s.sockets.length;
      s.last().handlers.onClose();
      while (s.sockets.length === before) s.pass(1000);
    }
    const before = s.sockets.length;
    s.last().handlers.onClose();
    s.pass(wait - 1);
    expect(s.sockets).toHaveLength(before);
    s.pass(1);
    expect(s.sockets).toHaveLength(before + 1);
  });

  it('reports every failed connection, even while the state stays the same', () => {
    s.last().handlers.onClose();
    s.pass(1000);
    s.last().handlers.onClose();
    expect(s.losses).toEqual([0, 1000]);
    expect(s.states).toEqual(['connecting', 'lost']);
  });

  it('starts over with 1 s after a successful connection', () => {
    s.last().handlers.onClose();
    s.pass(1000);
    s.last().handlers.onClose();
    s.pass(2000);
    s.send({ kind: 'ready' });
    const before = s.sockets.length;
    s.last().handlers.onClose();
    s.pass(1000);
    expect(s.sockets).toHaveLength(before + 1);
  });

  it('retries immediately when the browser is online again', () => {
    s.last().handlers.onClose();
    s.channel.retryNow();
    expect(s.sockets).toHaveLength(2);
    s.pass(1000);
    expect(s.sockets).toHaveLength(2);
  });

  it('starts immediately when the browser goes offline', () => {
    s.send({ kind: 'ready' });
    s.channel.disconnect();
    expect(s.states.at(-1)).toBe('lost');
    expect(s.last().isClosed).toBe(true);
    s.pass(1000);
    expect(s.sockets).toHaveLength(2);
  });

  it('ignores the end of a dropped connection', () => {
    const first = s.last();
    s.send({ kind: 'ready' });
    s.pass(35_000);
    s.pass(1000);
    s.send({ kind: 'ready' });
    first.handlers.onClose();
    expect(s.states.at(-1)).toBe('open');
  });
});

it('stopping closes the connection and cancels all timers', () => {
  s.send({ kind: 'ready' });
  s.channel.stop();
  expect(s.timers()).toBe(0);
  expect(s.last().isClosed).toBe(true);
  expect(s.states.at(-1)).toBe('idle');
});
