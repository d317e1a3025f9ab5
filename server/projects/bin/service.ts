import type { z } from 'zod';
import type { BinPage, BinQuery, BinTarget } from '#domain/bin.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { totalOf } from '#server/platform/db/search.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { enqueueRemoval } from '#server/platform/storage/remove-job.ts';
import { binCutoff } from './cutoff.ts';
import { presentItem } from './present.ts';
import {
  countItems,
  findKeptIds,
  findToRestore,
  clearReferencePhotos,
  listItems,
  markDeleted,
  removeUnfinishedUploads,
  sumBin,
} from './queries.ts';

export { restoreOwn } from './restore.ts';

type Needs = Pick<Context, 'config' | 'clock'>;

/** Deletes unfinished uploads. Returns the number of files. The caller has locked the item. */
export async function putInBin(
  ctx: Needs & Pick<Context, 'queue'>,
  tx: Tx,
  thing: BinTarget,
): Promise<number> {
  const by = profileOf(viewerOf(tx));
  const fileIds = await markDeleted(tx, thing, { by, at: ctx.clock() });
  await clearReferencePhotos(tx, thing);
  await enqueueRemoval(ctx, tx, await removeUnfinishedUploads(tx, thing));
  return fileIds.length;
}

export const listBin = (
  ctx: Context,
  viewer: Viewer,
  query: z.output<typeof BinQuery>,
): Promise<BinPage> =>
  ctx.db.as(viewer, async (tx) => {
    const { binDays } = ctx.config;
    const since = binCutoff(ctx);
    const rows = await listItems(tx, since, query);
    return {
      items: rows.map((row) => presentItem(row, binDays)),
      found: await totalOf(rows, query.page, () => countItems(tx, since, query)),
      bytes: await sumBin(tx),
      binDays,
    };
  });

/** Throws SUBMISSION_IN_BIN if the submission is in the bin. The message says what to restore. */
export async function assertNotInBin(ctx: Needs, tx: Tx, submissionId: string): Promise<void> {
  const found = await findToRestore(tx, submissionId, binCutoff(ctx));
  if (!found) return;
  const { title, home, homeName } = found;
  throw new AppError(
    'SUBMISSION_IN_BIN',
    home === null
      ? `“${title}” is in the trash. You can restore it there.`
      : `This submission and its ${home} are in the trash. Restore the ${home} “${homeName}” first.`,
  );
}

/** Includes the bin, because the bytes of those files must be kept. */
export const existingFileIds = (
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<string[]> => db.as({ kind: 'system' }, (tx) => findKeptIds(tx, ids));
