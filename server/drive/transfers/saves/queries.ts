import type { Tx } from '#server/platform/db/database.ts';

/** If `parentId` is null, finds the latest save to any folder. */
export const findSave = (tx: Tx, submissionId: string, parentId: string | null) =>
  tx
    .selectFrom('driveTransfers')
    .where('submissionId', '=', submissionId)
    .where('direction', '=', 'save')
    .$if(parentId !== null, (query) => query.where('parentId', '=', parentId))
    .orderBy('createdAt', 'desc')
    .select(['id', 'state'])
    .executeTakeFirst();

/** Excludes files that aren't for clients, because clients get the folder's link. */
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

export const findOriginal = (tx: Tx, id: string) =>
  tx
    .selectFrom('files')
    .where('id', '=', id)
    .select(['id', 'fileName', 'fileType', 'fileSize', 'filePath', 'sha256'])
    .executeTakeFirst();

/** Requeues all files, because the folder was deleted. */
export const resetSavedFiles = (tx: Tx, transferId: string) =>
  tx
    .updateTable('driveTransferFiles')
    .set({ state: 'waiting', driveFileId: null, sealedSession: null, doneBytes: 0 })
    .where('transferId', '=', transferId)
    .where('state', '=', 'done')
    .execute();
