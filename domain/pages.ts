import { z } from 'zod';
import { text } from './fields.ts';

export const PAGE_ROWS = 50;

export const pageCount = (found: number): number => Math.max(1, Math.ceil(found / PAGE_ROWS));

/** Query for a long list. Without `sort`, newest first; `page` starts at 0. */
export const listQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) =>
  z.object({
    search: text().max(200).optional(),
    sort: z.enum(sorts).optional(),
    order: z.enum(['ascending', 'descending']).default('ascending'),
    page: z.int().min(0).max(100_000).default(0),
  });
