import { expect, test } from 'vitest';
import { StallWatch } from './stall-watch.ts';

test('an upload that stands still for a minute is named, once a minute', () => {
  const watch = new StallWatch();
  watch.moved('a', 0);
  watch.moved('b', 50_000);
  expect(watch.stalled(59_999)).toEqual([]);
  expect(watch.stalled(60_000)).toEqual(['a']);
  expect(watch.stalled(61_000)).toEqual([]);
  expect(watch.stalled(120_000)).toEqual(['a', 'b']);
});

test('what moves, is paused or is done is left alone', () => {
  const watch = new StallWatch();
  watch.moved('a', 0);
  watch.moved('a', 30_000);
  watch.moved('b', 0);
  watch.forget('b');
  expect(watch.stalled(60_000)).toEqual([]);
});
