import { z } from 'zod';
import { Id, Instant } from './fields.ts';
import { listQuery } from './pages.ts';

/** What is deleted by itself, and comes back with all that was deleted with it. */
export const BinKind = z.enum(['project', 'submission', 'file']);
export type BinKind = z.infer<typeof BinKind>;

export const BinThing = z.object({ kind: BinKind, id: Id });
export type BinThing = z.infer<typeof BinThing>;

/** The answer to a deletion: for how many days it can be restored, 0 when it cannot. */
export const Deleted = z.object({ id: Id, binDays: z.int() });

export const BIN_SORTS = ['name', 'size', 'removed'] as const;
export const BinQuery = listQuery(BIN_SORTS);

/**
 * One thing in the bin. `deletedBy` is null when that was the product; `removedAt` is when it goes for good. `files`
 * and their `bytes` are those of its originals that go with it.
 */
export const BinItem = BinThing.extend({
  name: z.string(),
  submissionTitle: z.string().nullable(),
  projectName: z.string().nullable(),
  companyName: z.string().nullable(),
  deletedBy: z.string().nullable(),
  deletedAt: Instant,
  removedAt: Instant,
  submissions: z.int(),
  files: z.int(),
  bytes: z.int(),
});
export type BinItem = z.infer<typeof BinItem>;

/** A page of the bin; `found` is how many match on all pages, `bytes` are of all that lies in it. */
export const BinPage = z.object({
  items: z.array(BinItem),
  found: z.int(),
  bytes: z.int(),
  binDays: z.int(),
});
export type BinPage = z.infer<typeof BinPage>;
