import { expect, test } from 'vitest';
import { progressDetails, progressPercent, progressTitle } from './progress-words.ts';
import type { Totals } from './upload-item.ts';
import type { QueueSnapshot } from './queue-parts.ts';

const MB = 1024 ** 2;
const snapshot = (totals: Partial<Totals>, change: Partial<QueueSnapshot> = {}): QueueSnapshot => ({
  items: [],
  totals: {
    files: 120,
    filesDone: 34,
    turnedAway: 0,
    bytes: 1000 * MB,
    bytesDone: 400 * MB,
    bytesLeft: 600 * MB,
    pending: 86,
    paused: 0,
    failed: 0,
    ...totals,
  },
  isConnectionLost: false,
  isPaused: false,
  bytesPerSecond: 5 * MB,
  ...change,
});

test('a running upload says files, bytes, speed and the time left', () => {
  expect(progressTitle(snapshot({}))).toBe('Uploading 34 of 120 files');
  expect(progressDetails(snapshot({}))).toBe('400 MB of 1000 MB · 5 MB/s · 2 min left');
  expect(progressPercent(snapshot({}))).toBe(40);
});

test('no time is promised while the speed is unknown, or paused', () => {
  expect(progressDetails(snapshot({}, { bytesPerSecond: null }))).toBe('400 MB of 1000 MB');
  expect(progressDetails(snapshot({}, { bytesPerSecond: 0 }))).toBe('400 MB of 1000 MB');
  expect(progressDetails(snapshot({}, { isPaused: true }))).toBe('400 MB of 1000 MB');
});

test.each([
  [{}, { isPaused: true }, 'Paused at 34 of 120 files'],
  [{}, { isConnectionLost: true }, 'Waiting at 34 of 120 files'],
  [
    { pending: 0, filesDone: 119, turnedAway: 3, failed: 1 },
    {},
    '116 files uploaded, 3 not added, 1 failed',
  ],
  [{ pending: 0, filesDone: 120 }, {}, '120 files uploaded'],
  [{ pending: 0, files: 1, filesDone: 1 }, {}, '1 file uploaded'],
])('%j %j reads %j', (totals, change, words) => {
  expect(progressTitle(snapshot(totals, change))).toBe(words);
});

test('is not full before the last byte', () => {
  expect(progressPercent(snapshot({ bytesDone: 1000 * MB - 1 }))).toBe(99);
});
