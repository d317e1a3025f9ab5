import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerFor } from '#server/platform/auth/person.ts';
import type { Requester } from '#server/platform/http/share-pass.ts';
import { findLockOfShared, findOriginal, findSharedOriginal, type OriginalRow } from './queries.ts';

type Database = Pick<Context, 'db'>;

/**
 * What is needed to send an original to the one its address was made for. FILE_NOT_FOUND unless they
 * may see the file at this moment and, by a share link, downloads are allowed. SHARE_PASSWORD_REQUIRED.
 */
export async function originalOf(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { recipient, assertUnlocked }: Requester,
  fileId: string,
): Promise<OriginalRow> {
  const viewer = await viewerFor({ db, config }, recipient);
  if (!viewer) throw new AppError('FILE_NOT_FOUND');
  if (recipient.kind === 'person') {
    const row = await db.ask(viewer, (tx) => findOriginal(tx, fileId));
    if (!row) throw new AppError('FILE_NOT_FOUND');
    return row;
  }
  const id = recipient.shareLinkId;
  const row = await db.ask(viewer, (tx) => findSharedOriginal(tx, id, fileId));
  if (!row) throw new AppError('FILE_NOT_FOUND');
  assertUnlocked({ id, passwordHash: row.passwordHash });
  return row;
}

/** FILE_NOT_FOUND unless the link is open at this moment and shows the file. SHARE_PASSWORD_REQUIRED. */
export async function assertShared(
  { db }: Database,
  { shareLinkId: id, assertUnlocked }: { shareLinkId: string } & Pick<Requester, 'assertUnlocked'>,
  fileId: string,
): Promise<void> {
  const viewer = { kind: 'share', shareLinkId: id } as const;
  const lock = await db.ask(viewer, (tx) => findLockOfShared(tx, id, fileId));
  if (!lock) throw new AppError('FILE_NOT_FOUND');
  assertUnlocked({ id, passwordHash: lock.passwordHash });
}
