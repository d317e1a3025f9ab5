import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { currentViewer, type Requester } from '#server/platform/http/requester.ts';
import { findOriginal, findSharedOriginal, type OriginalRow } from './queries.ts';
import type { VisibleFiles } from './visible-files.ts';

export { CACHING } from './caching.ts';
export { createVisibleFiles, type VisibleFiles } from './visible-files.ts';

type Needs = Pick<Context, 'db' | 'config' | 'clock'>;

/** Throws SHARE_PASSWORD_REQUIRED, or FILE_NOT_FOUND if the requester can't see the file or can't download it. */
export async function originalOf(
  ctx: Needs,
  requester: Requester,
  fileId: string,
): Promise<OriginalRow> {
  const viewer = await currentViewer(ctx, requester);
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

/** Uses the cache, which is cleared when rights are revoked. Throws FILE_NOT_FOUND or SHARE_PASSWORD_REQUIRED. */
export async function assertVisible(
  seen: VisibleFiles,
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

/** For transfers in progress. Also checks that the session still exists. */
export async function assertStillVisible(
  ctx: Needs,
  seen: VisibleFiles,
  requester: Requester,
  fileId: string,
): Promise<void> {
  if (requester.kind === 'share') return assertVisible(seen, requester, fileId);
  const viewer = await currentViewer(ctx, requester);
  if (!viewer) throw new AppError('FILE_NOT_FOUND');
  if (!(await seen.find(viewer, fileId))) throw new AppError('FILE_NOT_FOUND');
}

/** Throws FILE_NOT_FOUND if the signature is invalid. */
export function assertSigned({ signer }: Pick<Context, 'signer'>, path: string, seal: string) {
  if (!signer.verify(path, seal)) throw new AppError('FILE_NOT_FOUND');
}
