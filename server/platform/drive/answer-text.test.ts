import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { textInTime } from './answer-text.ts';
import { createRequests } from './requests.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Sent = { parts?: string[]; end?: 'closes' | 'breaks' | 'stalls' | 'trickles' };

function answer({ parts = [], end = 'closes' }: Sent, status = 200): Response {
  const waiting = parts.map((part) => Buffer.from(part));
  const body = new ReadableStream<Uint8Array>({
    async pull(line) {
      const part = waiting.shift();
      if (part) return line.enqueue(part);
      if (end === 'closes') return line.close();
      if (end === 'breaks') return line.error(new Error('the line is cut'));
      if (end === 'stalls') await new Promise(() => {});
      await pause(5);
      line.enqueue(Buffer.from(' '));
    },
  });
  return new Response(body, { status });
}

test('an answer is read to its end, also a letter that comes in two parts', async () => {
  const [first, second] = [Buffer.from('é').subarray(0, 1), Buffer.from('é').subarray(1)];
  const body = new ReadableStream<Uint8Array>({
    start(line) {
      line.enqueue(first);
      line.enqueue(second);
      line.close();
    },
  });
  expect(await textInTime(new Response(body))).toBe('é');
  expect(await textInTime(new Response(null))).toBe('');
});

test.each(['breaks', 'stalls', 'trickles'] as const)(
  'an answer whose line %s ends in words',
  async (end) => {
    const reading = textInTime(answer({ parts: ['{'], end }), 30);
    await expect(reading).rejects.toMatchObject({ code: 'DRIVE_UNREACHABLE' });
  },
);

/** Asks for a name while Drive gives these answers, one after the other. */
function ask(answers: Response[], method: 'GET' | 'POST' = 'GET') {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const send = vi.fn<typeof fetch>(() => Promise.resolve(answers.shift() ?? Response.error()));
  vi.stubGlobal('fetch', send);
  const log = { info: () => {}, warn: () => {} };
  const tokens = { current: () => Promise.resolve('token') };
  const requests = createRequests({ tokens, log, bases: {} } as unknown as Parameters<
    typeof createRequests
  >[0]);
  const asked = requests.read(
    { url: 'https://drive.test/', method },
    z.object({ name: z.string() }),
  );
  const outcome = asked.catch((error: unknown) => error);
  return { outcome, send };
}

test('an answer without an end is asked for once more after half a minute', async () => {
  const whole = answer({ parts: ['{"name":', '"roof.jpg"}'] });
  const { outcome, send } = ask([answer({ parts: ['{'], end: 'stalls' }), whole]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await outcome).toEqual({ name: 'roof.jpg' });
});

test('what Drive may have done is not asked for again, and the second time it is said', async () => {
  const stalled = () => answer({ end: 'stalls' });
  for (const [method, times] of [
    ['POST', 1],
    ['GET', 2],
  ] as const) {
    const { outcome, send } = ask([stalled(), stalled()], method);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await outcome).toMatchObject({ code: 'DRIVE_UNREACHABLE' });
    expect(send).toHaveBeenCalledTimes(times);
  }
});

test('a refusal whose words never come is one without words', async () => {
  const { outcome } = ask([answer({ end: 'stalls' }, 404)]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await outcome).toMatchObject({ code: 'DRIVE_FILE_NOT_FOUND' });
});
