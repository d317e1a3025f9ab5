import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerFor, type Requester } from '#server/platform/http/requester.ts';
import { findOriginal, findSharedOriginal, type OriginalRow } from './queries.ts';
import type { SeenFiles } from './seen-files.ts';

export { CACHING } from './caching.ts';
export { createSeenFiles, type SeenFiles } from './seen-files.ts';

type Needs = Pick<Context, 'db' | 'config' | 'clock'>;

/**
 * What is needed to send an original to the one its address was made for. FILE_NOT_FOUND unless they
 * may see the file at this moment and, by a share link, downloads are allowed. SHARE_PASSWORD_REQUIRED.
 */
export async function originalOf(
  ctx: Needs,
  requester: Requester,
  fileId: string,
): Promise<OriginalRow> {
  const viewer = await viewerFor(ctx, requester);
  if (!viewer) throw new AppError('FILE_NOT_FOUND');
  if (requester.kind === 'person') {
    const row = await ctx.db.ask(viewer, (tx) => findOriginal(tx, fileId));
    if (!row) throw new AppError('FILE_NOT_FOUND');
    return row;
  }
  const id = requester.shareLinkId;
  const row = await ctx.db.ask(viewer, (tx) => findSharedOriginal(tx, id, fileId));
  if (!row) throw new AppError('FILE_NOT_FOUND');
  requester.assertUnlocked({ id, passwordHash: row.passwordHash });
  return row;
}

/**
 * FILE_NOT_FOUND unless the requester sees the file: as far as is known, which a revocation ends within a
 * moment. SHARE_PASSWORD_REQUIRED.
 */
export async function assertSeen(
  seen: SeenFiles,
  requester: Requester,
  fileId: string,
): Promise<void> {
  if (requester.kind === 'person') {
    if (!(await seen.find(requester.viewer, fileId))) throw new AppError('FILE_NOT_FOUND');
    return;
  }
  const { shareLinkId, assertUnlocked } = requester;
  const sight = await seen.find({ kind: 'share', shareLinkId }, fileId);
  if (!sight?.lock) throw new AppError('FILE_NOT_FOUND');
  assertUnlocked(sight.lock);
}

/** As assertSeen, for a transfer under way: the session is asked for anew too. */
export async function assertStillSeen(
  ctx: Needs,
  seen: SeenFiles,
  requester: Requester,
  fileId: string,
): Promise<void> {
  if (requester.kind === 'share') return assertSeen(seen, requester, fileId);
  const viewer = await viewerFor(ctx, requester);
  if (!viewer) throw new AppError('FILE_NOT_FOUND');
  if (!(await seen.find(viewer, fileId))) throw new AppError('FILE_NOT_FOUND');
}

/** FILE_NOT_FOUND unless the seal was made here for this path. */
export function assertSealed({ signer }: Pick<Context, 'signer'>, path: string, seal: string) {
  if (!signer.verify(path, seal)) throw new AppError('FILE_NOT_FOUND');
}
