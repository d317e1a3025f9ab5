import { expect, test } from 'vitest';
import { clampPage, toListQuery } from './list-choice.ts';

const SORTS = ['name', 'email'] as const;

test('empty searches and unknown sort keys are left out', () => {
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
])('isDescending: %s requests %s order', (isDescending, order) => {
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
])('page %i of %i rows becomes page %i', (page, found, shown) => {
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
])('the page stays while results are loading, and when it exists', (query, page) => {
  let isTurned = false;
  clampPage(query, { page }, () => {
    isTurned = true;
  });
  expect(isTurned).toBe(false);
});
