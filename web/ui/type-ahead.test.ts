import { expect, it } from 'vitest';
import { matchOption, appendLetter } from './type-ahead.ts';

const STATUSES = ['All statuses', 'active', 'planning', 'completed', 'on-hold', 'cancelled'];

it.each([
  ['p', 0, 'planning'],
  ['a', 0, 'active'],
  ['a', 1, 'All statuses'],
  ['aa', 0, 'active'],
  ['c', 3, 'cancelled'],
  ['co', 3, 'completed'],
  ['ca', 3, 'cancelled'],
  ['all', 1, 'All statuses'],
  ['on-', -1, 'on-hold'],
  ['x', 2, undefined],
])('typing %j at option %i selects %j', (text, current, label) => {
  expect(STATUSES[matchOption(STATUSES, text, current)]).toBe(label);
});

it('finds nothing in an empty list', () => {
  expect(matchOption([], 'a', -1)).toBe(-1);
});

it('typing starts over after one second', () => {
  const first = appendLetter({ text: '', at: Number.NEGATIVE_INFINITY }, 'C', 5000);
  expect(appendLetter(first, 'a', 5999)).toEqual({ text: 'ca', at: 5999 });
  expect(appendLetter(first, 'a', 6000)).toEqual({ text: 'a', at: 6000 });
});
