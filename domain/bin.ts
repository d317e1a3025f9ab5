import { z } from 'zod';
import { Id, Instant } from './fields.ts';
import { listQuery } from './pages.ts';

export const BinKind = z.enum(['company', 'project', 'submission', 'file', 'pin']);
export type BinKind = z.infer<typeof BinKind>;

export const BinTarget = z.object({ kind: BinKind, id: Id });
export type BinTarget = z.infer<typeof BinTarget>;

export const Deleted = z.object({ id: Id, binDays: z.int() });

export const BIN_SORTS = ['name', 'size', 'removed'] as const;
export const BinQuery = listQuery(BIN_SORTS);

/**
 * `deletedBy` is null if deleted automatically. `removedAt` is when the item will be deleted permanently. `files` and
 * `bytes` cover its originals.
 */
export const BinItem = BinTarget.extend({
  name: z.string(),
  submissionTitle: z.string().nullable(),
  projectName: z.string().nullable(),
  companyName: z.string().nullable(),
  deletedBy: z.string().nullable(),
  deletedAt: Instant,
  removedAt: Instant,
  projects: z.int(),
  submissions: z.int(),
  files: z.int(),
  bytes: z.int(),
});
export type BinItem = z.infer<typeof BinItem>;

/** `found` counts matches on all pages; `bytes` is the size of the whole bin. */
export const BinPage = z.object({
  items: z.array(BinItem),
  found: z.int(),
  bytes: z.int(),
  binDays: z.int(),
});
export type BinPage = z.infer<typeof BinPage>;
