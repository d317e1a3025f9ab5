import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { findOriginal, findSharedOriginal, isFileVisible, type OriginalRow } from './queries.ts';

type Database = Pick<Context, 'db'>;

/** What is needed to send an original to whoever holds its signed address. FILE_NOT_FOUND. */
export const originalOf = async (ctx: Database, fileId: string): Promise<OriginalRow> =>
  found(await ctx.db.as({ kind: 'system' }, (tx) => findOriginal(tx, fileId)));

/** The same for a share visitor, if the link is open at this moment and allows downloads. */
export const sharedOriginalOf = async (
  ctx: Database,
  shareLinkId: string,
  fileId: string,
): Promise<OriginalRow> =>
  found(
    await ctx.db.as({ kind: 'share', shareLinkId }, (tx) =>
      findSharedOriginal(tx, shareLinkId, fileId),
    ),
  );

/** FILE_NOT_FOUND unless the link is open at this moment and shows the file. */
export async function assertShared(
  ctx: Database,
  shareLinkId: string,
  fileId: string,
): Promise<void> {
  const isShown = await ctx.db.as({ kind: 'share', shareLinkId }, (tx) =>
    isFileVisible(tx, fileId),
  );
  if (!isShown) throw new AppError('FILE_NOT_FOUND');
}

function found<T>(row: T | undefined): T {
  if (!row) throw new AppError('FILE_NOT_FOUND');
  return row;
}
