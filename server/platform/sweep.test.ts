import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSweeps } from './sweep.ts';

const MINUTE = 60_000;
let lines: string[];
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('sweeps run at once and then every minute, one after another', async () => {
  const order: string[] = [];
  const stop = startSweeps(log, [
    async () => void order.push('uploads'),
    async () => void order.push('files'),
  ]);
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['uploads', 'files']);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(order).toEqual(['uploads', 'files', 'uploads', 'files']);
  stop();
});

test('a slow round delays the next one', async () => {
  const slow = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const stop = startSweeps(log, [
    async () => {
      most = Math.max(most, ++running);
      await slow.promise;
      running--;
    },
  ]);
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  slow.resolve();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(most).toBe(1);
  stop();
});

test('a failing sweep is logged and retried without affecting the others', async () => {
  let tries = 0;
  let others = 0;
  const stop = startSweeps(log, [
    async () => {
      tries++;
      throw new Error('the database is down');
    },
    async () => void others++,
  ]);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect([tries, others]).toEqual([2, 2]);
  expect(lines[0]).toContain('the database is down');
  stop();
});

test('after stopping, nothing runs and failures are ignored', async () => {
  const slow = Promise.withResolvers<void>();
  let others = 0;
  const stop = startSweeps(log, [() => slow.promise, async () => void others++]);
  stop();
  slow.reject(new Error('closed'));
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(others).toBe(0);
  expect(lines).toEqual([]);
});
