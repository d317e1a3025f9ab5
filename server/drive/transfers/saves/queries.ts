import type { Tx } from '#server/platform/db/database.ts';

/** The save of a submission to a folder; with null the latest, wherever that went. */
export const findSave = (tx: Tx, submissionId: string, parentId: string | null) =>
  tx
    .selectFrom('driveTransfers')
    .where('submissionId', '=', submissionId)
    .where('direction', '=', 'save')
    .$if(parentId !== null, (query) => query.where('parentId', '=', parentId))
    .orderBy('createdAt', 'desc')
    .select(['id', 'state'])
    .executeTakeFirst();

/**
 * The originals of a submission that are not among the files of a transfer, in their order. Clients get the link of the
 * folder, so what is not for them stays here.
 */
export const listUnsaved = (tx: Tx, submissionId: string, transferId: string) =>
  tx
    .selectFrom('files')
    .where('submissionId', '=', submissionId)
    .where('state', '=', 'ready')
    .where('isForClients', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('driveTransferFiles as f')
            .where('f.transferId', '=', transferId)
            .whereRef('f.fileId', '=', 'files.id')
            .select('f.id'),
        ),
      ),
    )
    .select(['id', 'fileName', 'fileSize'])
    .orderBy('sortOrder')
    .orderBy('capturedAt', (by) => by.asc().nullsLast())
    .orderBy('fileName')
    .orderBy('id')
    .execute();

/** The original that is to be sent; nothing when it was deleted. */
export const findOriginal = (tx: Tx, id: string) =>
  tx
    .selectFrom('files')
    .where('id', '=', id)
    .select(['id', 'fileName', 'fileType', 'fileSize', 'filePath', 'sha256'])
    .executeTakeFirst();

/** All that was sent is sent again, since its folder is gone. */
export const unsaveAll = (tx: Tx, transferId: string) =>
  tx
    .updateTable('driveTransferFiles')
    .set({ state: 'waiting', driveFileId: null, sealedSession: null, doneBytes: 0 })
    .where('transferId', '=', transferId)
    .where('state', '=', 'done')
    .execute();
