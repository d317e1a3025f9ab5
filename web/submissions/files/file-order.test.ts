import { expect, test } from 'vitest';
import { byCaptureTime, dropOn, sortByIds, move, moveTo, neighborIndex } from './file-order.ts';

const ids = ['a', 'b', 'c', 'd'];

test.each([
  ['b', 'earlier', 'bacd'],
  ['b', 'later', 'acbd'],
  ['c', 'start', 'cabd'],
  ['a', 'end', 'bcda'],
  ['a', 'earlier', 'abcd'],
  ['d', 'later', 'abcd'],
] as const)('moving %s %s gives %s', (id, where, order) => {
  expect(move(ids, id, where).join('')).toBe(order);
});

test.each([
  ['a', 'c', false, 'bacd'],
  ['a', 'c', true, 'bcad'],
  ['d', 'a', false, 'dabc'],
  ['d', 'c', true, 'abcd'],
  ['b', 'b', true, 'abcd'],
])('dropping %s on %s (behind: %s) gives %s', (id, over, isBehind, order) => {
  expect(dropOn(ids, id, { id: over, isBehind }).join('')).toBe(order);
});

test('ignores a file that no longer exists', () => {
  expect(moveTo(ids, 'x', 0)).toEqual(ids);
});

test('sorts by capture time, with files without a time last by name', () => {
  const file = (id: string, fileName: string, capturedAt: string | null) => ({
    id,
    fileName,
    capturedAt,
  });
  const files = [
    file('1', 'DJI_10.JPG', null),
    file('2', 'DJI_9.JPG', null),
    file('3', 'z.jpg', '2023-08-02T10:00:00Z'),
    file('4', 'a.jpg', '2023-08-02T10:00:01Z'),
  ];
  expect(byCaptureTime(files).join('')).toBe('3421');
});

test('puts files missing from the order at the end', () => {
  const files = ids.map((id) => ({ id }));
  expect(sortByIds(files, ['d', 'b']).map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c']);
});

test.each([
  ['ArrowLeft', 0, null],
  ['ArrowLeft', 4, 3],
  ['ArrowRight', 6, null],
  ['ArrowDown', 1, 4],
  ['ArrowDown', 5, null],
  ['ArrowUp', 4, 1],
  ['ArrowUp', 2, null],
  ['Home', 5, 0],
  ['End', 0, 6],
  ['x', 0, null],
])('%s at index %i of seven files in three columns moves to %j', (key, index, target) => {
  expect(neighborIndex(key, index, { columns: 3, length: 7 })).toBe(target);
});
