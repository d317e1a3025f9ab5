import { expect, test } from 'vitest';
import {
  AppError,
  canRetry,
  isFileFault,
  isPreviewFault,
  RateLimitedError,
  type ErrorCode,
} from './errors.ts';

test.each<[ErrorCode, boolean, boolean]>([
  ['FILE_DAMAGED', true, false],
  ['FILE_TYPE_NOT_SUPPORTED', true, true],
  ['VIDEO_TIMED_OUT', false, true],
  ['STORAGE_FULL', false, false],
  ['FFMPEG_MISSING', false, true],
  ['DATABASE_UNAVAILABLE', false, false],
])('%s is a file fault: %s; only the preview is missing: %s', (code, isFault, isUnseen) => {
  const error = new AppError(code);
  expect([isFileFault(error), isPreviewFault(error)]).toEqual([isFault, isUnseen]);
});

test('an unexpected error is not a file fault', () => {
  expect(isFileFault(new Error('FILE_DAMAGED'))).toBe(false);
});

test.each([
  [0, 1, '1 minute'],
  [60, 60, '1 minute'],
  [60.2, 61, '2 minutes'],
  [900, 900, '15 minutes'],
  [3540.001, 3541, '1 hour'],
  [3601, 3601, '2 hours'],
  [86_400, 86_400, '24 hours'],
])('a rate limit of %s seconds shows the time to wait', (seconds, header, wait) => {
  const { retryAfter, message } = new RateLimitedError(seconds);
  expect(retryAfter).toBe(header);
  expect(message).toBe(`Too many attempts. Wait ${wait} and try again.`);
});

test('a retry is offered unless the file itself is at fault', () => {
  const useless = ['FILE_DAMAGED', 'FILE_TYPE_NOT_SUPPORTED', 'PICTURE_TOO_LARGE'];
  const useful = ['PICTURE_STOPPED', 'VIDEO_TIMED_OUT', 'FFMPEG_MISSING', 'INTERNAL', null];
  expect(useless.filter(canRetry)).toEqual([]);
  expect(useful.filter((code) => !canRetry(code))).toEqual([]);
});
