import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerFor, type Recipient } from '#server/platform/http/person.ts';
import { findOriginal, findSharedOriginal, isFileVisible, type OriginalRow } from './queries.ts';

type Database = Pick<Context, 'db'>;

/**
 * What is needed to send an original to the one its address was made for. FILE_NOT_FOUND unless they
 * may see the file at this moment and, by a share link, downloads are allowed.
 */
export async function originalOf(
  ctx: Database,
  recipient: Recipient,
  fileId: string,
): Promise<OriginalRow> {
  const viewer = await viewerFor(ctx.db, recipient);
  if (!viewer) throw new AppError('FILE_NOT_FOUND');
  const row = await ctx.db.as(viewer, (tx) =>
    recipient.kind === 'share'
      ? findSharedOriginal(tx, recipient.shareLinkId, fileId)
      : findOriginal(tx, fileId),
  );
  if (!row) throw new AppError('FILE_NOT_FOUND');
  return row;
}

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
