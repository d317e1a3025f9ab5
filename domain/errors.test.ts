import { expect, test } from 'vitest';
import { AppError, isFaultOfFile, RateLimitedError, type ErrorCode } from './errors.ts';

test.each<[ErrorCode, boolean]>([
  ['FILE_DAMAGED', true],
  ['FILE_TYPE_NOT_SUPPORTED', true],
  ['VIDEO_TIMED_OUT', true],
  ['STORAGE_FULL', false],
  ['FFMPEG_MISSING', false],
  ['DATABASE_UNAVAILABLE', false],
])('whether the file is to blame for %s: %s', (code, isFault) => {
  expect(isFaultOfFile(new AppError(code))).toBe(isFault);
});

test('what nobody expected is not the fault of the file', () => {
  expect(isFaultOfFile(new Error('FILE_DAMAGED'))).toBe(false);
});

test.each([
  [0, 1, '1 minute'],
  [60, 60, '1 minute'],
  [60.2, 61, '2 minutes'],
  [900, 900, '15 minutes'],
  [3540.001, 3541, '1 hour'],
  [3601, 3601, '2 hours'],
  [86_400, 86_400, '24 hours'],
])('what was tried too often may be tried again after %s seconds', (seconds, header, words) => {
  const { retryAfter, message } = new RateLimitedError(seconds);
  expect(retryAfter).toBe(header);
  expect(message).toBe(`Too many attempts. Please wait ${words} and try again.`);
});
