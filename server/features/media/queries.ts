import type { Tx } from '#server/platform/db/database.ts';

export type OriginalRow = NonNullable<Awaited<ReturnType<typeof findOriginal>>>;

const selectOriginal = (tx: Tx, id: string) =>
  tx
    .selectFrom('files')
    .select(['fileName', 'fileType', 'fileSize', 'filePath', 'sha256'])
    .where('files.id', '=', id)
    .where('storageProvider', '=', 'storage');

export const findOriginal = (tx: Tx, id: string) => selectOriginal(tx, id).executeTakeFirst();

/** The original, if the share link that the visitor came by still allows downloads, and its lock. */
export const findSharedOriginal = (tx: Tx, shareLinkId: string, id: string) =>
  selectOriginal(tx, id)
    .innerJoin('shareLinks', (join) => join.on('shareLinks.id', '=', shareLinkId))
    .select('shareLinks.passwordHash')
    .where('shareLinks.allowDownload', '=', true)
    .executeTakeFirst();

/** The lock of the share link that the visitor came by, if it shows the file. */
export const findLockOfShared = (tx: Tx, shareLinkId: string, id: string) =>
  tx
    .selectFrom('files')
    .innerJoin('shareLinks', (join) => join.on('shareLinks.id', '=', shareLinkId))
    .select('shareLinks.passwordHash')
    .where('files.id', '=', id)
    .executeTakeFirst();
