import { z } from 'zod';
import { text } from './fields.ts';

/** Rows that a long list gives at once. */
export const PAGE_ROWS = 50;

/** How many pages so many rows make; a list of none has an empty one. */
export const pageCount = (found: number): number => Math.max(1, Math.ceil(found / PAGE_ROWS));

/** What is asked of a long list: text to find, order, newest first without a `sort`, and page, from 0. */
export const listQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  z.object({
    search: text().max(200).optional(),
    sort: z.enum(sorts).optional(),
    order: z.enum(['ascending', 'descending']).default('ascending'),
    page: z.int().min(0).max(100_000).default(0),
  });
