import { expect, test, vi } from 'vitest';
import { createTransferSlots } from './transfer-slots.ts';

const MINUTE_MS = 60_000;

function setUp(limits = { perParty: 2, inProcess: 3 }) {
  let time = 0;
  const slots = createTransferSlots(limits, () => time);
  return {
    slots,
    later: (milliseconds: number) => void (time += milliseconds),
    take: (party: string, end = vi.fn<() => void>()) => ({ ...slots.take(party, end), end }),
  };
}
const tooMany = expect.objectContaining({
  code: 'TOO_MANY_DOWNLOADS',
  status: 429,
  retryAfter: 10,
});
const tooBusy = expect.objectContaining({ code: 'TOO_BUSY', status: 503, retryAfter: 10 });

test('the slots of one party are limited without affecting others', () => {
  const { slots, take } = setUp();
  const first = take('ann');
  take('ann');
  expect(() => take('ann')).toThrow(tooMany);
  take('bob');
  expect(slots.count).toBe(3);
  first.release();
  first.release();
  expect(slots.count).toBe(2);
  take('ann');
});

test('the slots of a process are limited', () => {
  const { take } = setUp();
  const first = take('ann');
  take('bob');
  take('cy');
  expect(() => take('dan')).toThrow(tooBusy);
  first.release();
  take('dan');
});

test('with no slot free, a new transfer ends the one idle for longest', () => {
  const { slots, later, take } = setUp();
  const [moving, still] = [take('ann'), take('ann')];
  later(MINUTE_MS - 1);
  expect(() => take('ann')).toThrow(tooMany);
  later(1);
  moving.reportProgress();
  take('ann');
  expect([moving.end.mock.calls.length, still.end.mock.calls.length]).toEqual([0, 1]);
  still.release();
  expect(slots.count).toBe(2);
  expect(() => take('ann')).toThrow(tooMany);
});

test("a full process ends any party's idle transfer", () => {
  const { later, take } = setUp();
  const [still] = [take('ann'), take('bob'), take('cy')];
  later(MINUTE_MS);
  take('dan');
  expect(still.end).toHaveBeenCalledOnce();
});
