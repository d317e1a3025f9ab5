import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type UploadRow = Awaited<ReturnType<typeof listUploads>>[number];
export type LockedUpload = NonNullable<Awaited<ReturnType<typeof lockUpload>>>;

/** Excludes Google Drive imports, which show their own progress. */
const isSent = sql<boolean>`not exists (
  select from drive_transfer_files as f where f.upload_id = uploads.id)`;

/** The browser restarted the upload because it never got its id, and the second upload has become a file. */
const isSuperseded = sql<boolean>`(uploads.state = 'receiving' and exists (
  select from files where files.submission_id = uploads.submission_id
    and files.sha256 = uploads.sha256 and files.deleted_at is null))`;

export const listUploads = (tx: Tx, submissionId: string | null) =>
  tx
    .selectFrom('uploads')
    .leftJoin('files as original', 'original.id', 'uploads.duplicateOf')
    .leftJoin('submissions as home', 'home.id', 'original.submissionId')
    .where('uploads.submissionId', 'is not distinct from', submissionId)
    .where(isSent)
    .where((eb) => eb.not(isSuperseded))
    .selectAll('uploads')
    .select(['original.fileName as originalName', 'home.title as originalHome'])
    .orderBy('uploads.createdAt')
    .orderBy('uploads.id')
    .execute();

export const findUpload = (tx: Tx, id: string) =>
  tx.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();

/** To avoid deadlocks, locks project and submission first, as their deletion does. */
export async function lockUpload(tx: Tx, id: string) {
  const home = await findHomeOf(tx, id);
  if (!home) return undefined;
  const { projectId, submissionId } = home;
  const holdProject = tx.selectFrom('projects').select('id').where('id', '=', projectId);
  if (projectId !== null) await holdProject.forKeyShare().execute();
  const holdSubmission = tx.selectFrom('submissions').select('id').where('id', '=', submissionId);
  if (submissionId !== null) await holdSubmission.forKeyShare().execute();
  return tx
    .selectFrom('uploads')
    .leftJoin('submissions', 'submissions.id', 'uploads.submissionId')
    .leftJoin('projects', 'projects.id', 'submissions.projectId')
    .where('uploads.id', '=', id)
    .selectAll('uploads')
    .select(['submissions.projectId', 'projects.companyId as companyOfProject'])
    .forUpdate('uploads')
    .executeTakeFirst();
}

export const findForWriter = (tx: Tx, id: string) =>
  tx
    .selectFrom('uploads')
    .select(['id', 'state', 'fileSize', 'writer', 'partStarts', 'bytesReceived'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const isCurrentWriter = async (tx: Tx, id: string, writer: string): Promise<boolean> =>
  (await tx
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', id)
    .where('writer', '=', writer)
    .executeTakeFirst()) !== undefined;

/** Returns false if another writer has taken over. */
export const releaseUpload = async (tx: Tx, id: string, writer: string, bytesReceived: number) =>
  (await tx
    .updateTable('uploads')
    .set({ writer: null, bytesReceived, updatedAt: new Date() })
    .where('id', '=', id)
    .where('writer', '=', writer)
    .returning('id')
    .executeTakeFirst()) !== undefined;

const findHomeOf = (tx: Tx, id: string) =>
  tx
    .selectFrom('uploads')
    .leftJoin('submissions', 'submissions.id', 'uploads.submissionId')
    .where('uploads.id', '=', id)
    .select(['uploads.submissionId', 'submissions.projectId'])
    .executeTakeFirst();

export const insertUpload = (tx: Tx, values: Insertable<DB['uploads']>) =>
  tx.insertInto('uploads').values(values).execute();

export const updateUpload = (tx: Tx, id: string, changes: Updateable<DB['uploads']>) =>
  tx
    .updateTable('uploads')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .execute();

export const deleteUpload = (tx: Tx, id: string) =>
  tx.deleteFrom('uploads').where('id', '=', id).returningAll().executeTakeFirst();

const selectUnfinished = (tx: Tx) =>
  tx
    .selectFrom('uploads')
    .where('state', 'in', ['receiving', 'received'])
    .select(['id', 'state', 'fileSize', 'partStarts', 'updatedAt'])
    .orderBy('updatedAt');

export const listUnfinished = (tx: Tx) => selectUnfinished(tx).execute();

/** Only uploads that `listUploads` returns. */
export const listArriving = (tx: Tx, submissionId: string) =>
  selectUnfinished(tx)
    .where('submissionId', '=', submissionId)
    .where(isSent)
    .where((eb) => eb.not(isSuperseded))
    .execute();

const selectProjectOf = (tx: Tx, submissionId: string) =>
  tx.selectFrom('submissions').where('id', '=', submissionId).select('projectId');

export const findProjectOf = (tx: Tx, submissionId: string) =>
  selectProjectOf(tx, submissionId).executeTakeFirst();

/** Locks the submission, so that nobody can move or delete it. */
export const lockProjectOf = (tx: Tx, submissionId: string) =>
  selectProjectOf(tx, submissionId).forKeyShare().executeTakeFirst();
