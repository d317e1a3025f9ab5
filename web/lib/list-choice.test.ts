import { expect, test } from 'vitest';
import { clampPage, toListQuery } from './list-choice.ts';

const SORTS = ['name', 'email'] as const;

test('an empty search is none, and nothing is sorted by what the server does not know', () => {
  expect(toListQuery({ search: '  ', page: 2 }, SORTS)).toEqual({ page: 2 });
  const sort = { key: 'phone', isDescending: true };
  expect(toListQuery({ search: ' ada ', sort, page: 0 }, SORTS)).toEqual({
    search: 'ada',
    page: 0,
  });
});

test.each([
  [true, 'descending'],
  [false, 'ascending'],
])('the order goes with what is sorted by', (isDescending, order) => {
  const sort = { key: 'name', isDescending };
  expect(toListQuery({ search: '', sort, page: 0 }, SORTS)).toEqual({
    sort: 'name',
    order,
    page: 0,
  });
});

test.each([
  [1, 50, 0],
  [1, 51, 1],
  [3, 120, 2],
  [2, 0, 0],
])('page %i of %i rows is page %i', (page, found, shown) => {
  let choice = { page };
  clampPage({ data: { found }, isPlaceholderData: false }, choice, (next) => {
    choice = next;
  });
  expect(choice.page).toBe(shown);
});

test.each([
  [{ data: { found: 0 }, isPlaceholderData: true }, 2],
  [{ data: undefined, isPlaceholderData: false }, 2],
  [{ data: { found: 0 }, isPlaceholderData: false }, 0],
])(
  'nothing is turned before the answer to what is asked now, nor on a page that there is',
  (query, page) => {
    let isTurned = false;
    clampPage(query, { page }, () => {
      isTurned = true;
    });
    expect(isTurned).toBe(false);
  },
);
