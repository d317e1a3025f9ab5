import type { Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type FileRow = Awaited<ReturnType<typeof listFiles>>[number];

/** In the order people put them; where nobody did, in the order they were taken. */
export const listFiles = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('files')
    .selectAll()
    .where('submissionId', '=', submissionId)
    .orderBy('sortOrder')
    .orderBy('capturedAt', (by) => by.asc().nullsLast())
    .orderBy('fileName')
    .orderBy('id')
    .execute();

export const findFile = (tx: Tx, id: string) =>
  tx.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();

export const updateFile = (tx: Tx, id: string, changes: Updateable<DB['files']>) =>
  tx
    .updateTable('files')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export const deleteFile = (tx: Tx, id: string) =>
  tx.deleteFrom('files').where('id', '=', id).returningAll().executeTakeFirst();

export const deleteUploadOf = (tx: Tx, fileId: string) =>
  tx.deleteFrom('uploads').where('id', '=', fileId).execute();

export const isSubmissionVisible = async (tx: Tx, id: string) =>
  (await tx.selectFrom('submissions').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;
