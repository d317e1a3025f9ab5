import { expect, test } from 'vitest';
import { AppError, isFaultOfFile, type ErrorCode } from './errors.ts';

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
