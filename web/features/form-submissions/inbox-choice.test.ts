import { expect, test } from 'vitest';
import { exportAddress, pageCount, toQuery, WHOLE_INBOX, withinPages } from './inbox-choice.ts';

test('an empty search is none', () => {
  expect(toQuery({ ...WHOLE_INBOX, search: '  ' })).toEqual({
    sort: 'newest',
    filter: 'all',
    page: 0,
  });
  expect(toQuery({ ...WHOLE_INBOX, search: ' ada ' }).search).toBe('ada');
});

test('the file holds what is chosen, of all pages', () => {
  const choice = { search: 'A & B', sort: 'oldest', filter: 'spam', page: 3 } as const;
  expect(exportAddress(choice)).toBe(
    '/api/operator/form-submissions/export?sort=oldest&filter=spam&search=A+%26+B',
  );
});

test.each([
  [0, 1],
  [50, 1],
  [51, 2],
])('%i messages stand on %i pages', (found, pages) => {
  expect(pageCount(found)).toBe(pages);
});

test.each([
  [1, 50, 0],
  [1, 51, 1],
  [3, 120, 2],
  [2, 0, 0],
])('page %i of %i messages is page %i', (page, found, shown) => {
  expect(withinPages({ ...WHOLE_INBOX, page }, found).page).toBe(shown);
});

test('a page that there is stays the very same choice', () => {
  expect(withinPages(WHOLE_INBOX, 0)).toBe(WHOLE_INBOX);
});
