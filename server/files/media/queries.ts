import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';

export type OriginalRow = NonNullable<Awaited<ReturnType<typeof findOriginal>>>;

const selectOriginal = (tx: Tx, id: string) =>
  tx
    .selectFrom('files')
    .select(['fileName', 'fileType', 'fileSize', 'filePath', 'sha256'])
    .where('files.id', '=', id)
    .where('storageProvider', '=', 'storage');

export const findOriginal = (tx: Tx, id: string) => selectOriginal(tx, id).executeTakeFirst();

/** Returns undefined unless the link allows downloads. */
export const findSharedOriginal = (tx: Tx, shareLinkId: string, id: string) =>
  selectOriginal(tx, id)
    .innerJoin('shareLinks', (join) => join.on('shareLinks.id', '=', shareLinkId))
    .select('shareLinks.passwordHash')
    .where('shareLinks.allowDownload', '=', true)
    .executeTakeFirst();

/**
 * Visible files of the same submission; empty if the file itself isn't visible. Visitors' rows include the link's lock.
 */
export async function listVisibleSiblings(tx: Tx, viewer: Viewer, id: string) {
  const rows = await tx
    .selectFrom('files as asked')
    .innerJoin('files as seen', (join) =>
      join.on((eb) =>
        eb.or([
          eb('seen.submissionId', '=', eb.ref('asked.submissionId')),
          eb('seen.id', '=', eb.ref('asked.id')),
        ]),
      ),
    )
    .leftJoin('shareLinks', (join) =>
      join.on('shareLinks.id', '=', viewer.kind === 'share' ? viewer.shareLinkId : null),
    )
    .select(['seen.id', 'shareLinks.id as shareLinkId'])
    .select(['shareLinks.passwordHash', 'shareLinks.expiresAt as until'])
    .where('asked.id', '=', id)
    .execute();
  return rows.map(({ shareLinkId, passwordHash, ...row }) => ({
    ...row,
    lock: shareLinkId === null ? null : { id: shareLinkId, passwordHash },
  }));
}
