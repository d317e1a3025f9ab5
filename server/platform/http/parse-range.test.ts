import { expect, it } from 'vitest';
import { parseRange } from './send-bytes.ts';

it.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-499', { start: 0, end: 499 }],
  ['bytes=500-', { start: 500, end: 999 }],
  ['bytes=990-5000', { start: 990, end: 999 }],
  ['bytes=999-99999999999999999999999', { start: 999, end: 999 }],
  ['bytes=-1', { start: 999, end: 999 }],
  ['bytes=-5000', { start: 0, end: 999 }],
  ['Bytes= 10-19 ', { start: 10, end: 19 }],
])('takes %j of 1000 bytes', (header, range) => {
  expect(parseRange(header, 1000)).toEqual(range);
});

it.each(['bytes=1000-', 'bytes=1000-1000', 'bytes=99999999999999999999-', 'bytes=-0'])(
  'finds %j of 1000 bytes unsatisfiable',
  (header) => {
    expect(parseRange(header, 1000)).toBe('unsatisfiable');
  },
);

it.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=5-2',
  'bytes=a-b',
  'bytes=1-2,4-5',
  'bytes=--5',
  'bytes=0x1-0x5',
  'items=0-1',
])('ignores %j', (header) => {
  expect(parseRange(header, 1000)).toBeNull();
});

it('finds every range of an empty resource unsatisfiable', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
});
