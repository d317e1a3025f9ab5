import { expect, test } from 'vitest';
import { PAGE_ROWS } from '#domain/pages.ts';
import { totalOf } from './search.ts';

test.each([
  { page: 0, rows: 0, found: 0 },
  { page: 0, rows: 3, found: 3 },
  { page: 2, rows: 3, found: 2 * PAGE_ROWS + 3 },
  { page: 0, rows: PAGE_ROWS, found: 'counted' },
  { page: 2, rows: 0, found: 'counted' },
])('of $rows rows on page $page: $found', async ({ page, rows, found }) => {
  const counted = 999;
  const said = await totalOf(Array.from({ length: rows }), page, () => Promise.resolve(counted));
  expect(said).toBe(found === 'counted' ? counted : found);
});
