import { expect, test } from 'vitest';
import { pageCount } from './pages.ts';

test.each([
  [0, 1],
  [50, 1],
  [51, 2],
  [1000, 20],
])('%i rows take %i pages', (found, pages) => {
  expect(pageCount(found)).toBe(pages);
});
