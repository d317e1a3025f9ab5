import type { Tx } from '#server/platform/db/database.ts';

export type OriginalRow = NonNullable<Awaited<ReturnType<typeof findOriginal>>>;

const selectOriginal = (tx: Tx, id: string) =>
  tx
    .selectFrom('files')
    .select(['fileName', 'fileType', 'fileSize', 'filePath', 'sha256'])
    .where('id', '=', id)
    .where('storageProvider', '=', 'storage');

export const findOriginal = (tx: Tx, id: string) => selectOriginal(tx, id).executeTakeFirst();

/** The original, if the share link that the visitor came by still allows downloads. */
export const findSharedOriginal = (tx: Tx, shareLinkId: string, id: string) =>
  selectOriginal(tx, id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('shareLinks')
          .select('shareLinks.id')
          .where('shareLinks.id', '=', shareLinkId)
          .where('shareLinks.allowDownload', '=', true),
      ),
    )
    .executeTakeFirst();

export const isFileVisible = async (tx: Tx, id: string) =>
  (await tx.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
