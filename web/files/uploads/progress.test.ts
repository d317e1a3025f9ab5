import { describe, expect, test } from 'vitest';
import {
  progressDetails,
  progressPercent,
  progressTitle,
  Speedometer,
  durationLeft,
} from './progress.ts';
import type { QueueSnapshot, Totals } from './upload-item.ts';

describe('Speedometer', () => {
  test('returns no speed for the first second', () => {
    const speed = new Speedometer();
    expect(speed.rate(0)).toBe(null);
    speed.add(500, 0);
    expect(speed.rate(900)).toBe(null);
    expect(speed.rate(1000)).toBe(500);
  });

  test('counts only the last ten seconds', () => {
    const speed = new Speedometer();
    speed.add(1_000_000, 0);
    speed.add(100, 11_000);
    speed.add(100, 13_000);
    expect(speed.rate(13_000)).toBe(100);
  });

  test('falls while nothing arrives', () => {
    const speed = new Speedometer();
    speed.add(1000, 0);
    expect(speed.rate(2000)).toBe(500);
    expect(speed.rate(8000)).toBe(125);
    expect(speed.rate(20_000)).toBe(null);
  });

  test('starts over after a reset', () => {
    const speed = new Speedometer();
    speed.add(1000, 0);
    speed.reset();
    expect(speed.rate(5000)).toBe(null);
  });
});

test.each([
  [0, 'less than a minute'],
  [44, 'less than a minute'],
  [46, '1 min'],
  [89, '1 min'],
  [91, '2 min'],
  [3540, '59 min'],
  [3600, '1 h'],
  [7800, '2 h 10 min'],
])('formats %d seconds as %j', (seconds, text) => {
  expect(durationLeft(seconds)).toBe(text);
});

const MB = 1024 ** 2;
const snapshot = (totals: Partial<Totals>, change: Partial<QueueSnapshot> = {}): QueueSnapshot => ({
  items: [],
  kept: [],
  inOtherTabs: [],
  totals: {
    files: 120,
    filesDone: 34,
    rejected: 0,
    storing: 0,
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

test('shows files, bytes, speed and time left while uploading', () => {
  expect(progressTitle(snapshot({}))).toBe('Uploading 34 of 120 files');
  expect(progressDetails(snapshot({}))).toBe('400 MB of 1000 MB · 5 MB/s · 2 min left');
  expect(progressPercent(snapshot({}))).toBe(40);
});

test('hides the time left while paused or while the speed is unknown', () => {
  expect(progressDetails(snapshot({}, { bytesPerSecond: null }))).toBe('400 MB of 1000 MB');
  expect(progressDetails(snapshot({}, { bytesPerSecond: 0 }))).toBe('400 MB of 1000 MB');
  expect(progressDetails(snapshot({}, { isPaused: true }))).toBe('400 MB of 1000 MB');
});

test.each([
  [{}, { isPaused: true }, 'Paused: 34 of 120 files'],
  [{}, { isConnectionLost: true }, 'Waiting for a connection: 34 of 120 files'],
  [
    { pending: 0, filesDone: 119, rejected: 3, failed: 1 },
    {},
    '116 files uploaded, 3 not added, 1 failed',
  ],
  [{ pending: 0, filesDone: 120 }, {}, '120 files uploaded'],
  [
    { pending: 0, filesDone: 6, storing: 3 },
    { isConnectionLost: true },
    '3 files uploaded, 3 saving',
  ],
  [{ pending: 0, files: 1, filesDone: 1 }, {}, '1 file uploaded'],
])('describes the upload %j %j as %j', (totals, change, text) => {
  expect(progressTitle(snapshot(totals, change))).toBe(text);
});

test('shows 100% only after the last byte', () => {
  expect(progressPercent(snapshot({ bytesDone: 1000 * MB - 1 }))).toBe(99);
});
