import { expect, test } from 'vitest';
import { PAGE_ROWS } from '#domain/pages.ts';
import { totalOf } from './search.ts';

test.each([
  { page: 0, rows: 0, found: 0 },
  { page: 0, rows: 3, found: 3 },
  { page: 2, rows: 3, found: 2 * PAGE_ROWS + 3 },
  { page: 0, rows: PAGE_ROWS, found: 'counted' },
  { page: 2, rows: 0, found: 'counted' },
])('the total for $rows rows on page $page is $found', async ({ page, rows, found }) => {
  const counted = 999;
  const total = await totalOf(Array.from({ length: rows }), page, () => Promise.resolve(counted));
  expect(total).toBe(found === 'counted' ? counted : found);
});
