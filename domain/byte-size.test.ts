import { expect, test } from 'vitest';
import { byteSize, kilobytes, megabytes } from './byte-size.ts';

test.each([
  [0, '0 Bytes'],
  [1023, '1023 Bytes'],
  [1024, '1 KB'],
  [1024 ** 2 - 1, '1 MB'],
  [1_610_612_736, '1.5 GB'],
  [123_456_789, '117.74 MB'],
  [5 * 1024 ** 5, '5120 TB'],
])('shows %d bytes as %s', (bytes, text) => {
  expect(byteSize(bytes)).toBe(text);
});

test('rounding never makes a size look like the limit', () => {
  const limit = 200 * 1024 ** 2;
  expect([byteSize(limit - 1, Math.floor), byteSize(limit + 1, Math.ceil)]).toEqual([
    '199.99 MB',
    '200.01 MB',
  ]);
});

test('kilobytes are whole numbers, megabytes have one decimal', () => {
  expect([kilobytes(1536), kilobytes(100)]).toEqual(['2 KB', '0 KB']);
  expect([megabytes(4_404_019), megabytes(0)]).toEqual(['4.2 MB', '0.0 MB']);
});
