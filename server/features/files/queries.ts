import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { FileState } from '#domain/files.ts';
import type { Tx } from '#server/platform/db/database.ts';

export type FileRow = Awaited<ReturnType<typeof listFiles>>[number];

export type FileChanges = Updateable<DB['files']>;
export type FileToProcess = NonNullable<Awaited<ReturnType<typeof findFileToProcess>>>;

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

export const updateFile = (tx: Tx, id: string, changes: FileChanges) =>
  tx
    .updateTable('files')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/**
 * Holds a submission, so that several of its rows are changed by one after the other. Who changes
 * files and their submission takes the submission first. False when there is none.
 */
export const holdSubmission = async (tx: Tx, id: string) =>
  (await tx
    .selectFrom('submissions')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined;

/** Holds a project, so that viewpoints are added to it one after the other. False when there is none. */
export const holdProject = async (tx: Tx, id: string) =>
  (await tx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined;

export const listViewpoints = (tx: Tx, projectId: string) =>
  tx
    .selectFrom('viewpoints')
    .selectAll()
    .where('projectId', '=', projectId)
    .orderBy('sortOrder')
    .orderBy('id')
    .execute();

export const insertViewpoint = (tx: Tx, values: Insertable<DB['viewpoints']>) =>
  tx.insertInto('viewpoints').values(values).returning('id').executeTakeFirstOrThrow();

/** Numbers the files of a submission from 1 in the order of the ids. */
export const numberFiles = (tx: Tx, submissionId: string, ids: readonly string[]) =>
  sql`
    update files set sort_order = place.number, updated_at = now()
    from unnest(${ids}::uuid[]) with ordinality as place (id, number)
    where files.id = place.id and files.submission_id = ${submissionId}
      and files.sort_order <> place.number`.execute(tx);

/** A file with the time zone that its camera's clock most likely had. */
export const findFileToProcess = (tx: Tx, id: string) =>
  tx
    .selectFrom('files')
    .leftJoin('projects', 'projects.id', 'files.projectId')
    .where('files.id', '=', id)
    .select([
      'files.id',
      'files.state',
      'files.kind',
      'files.fileType',
      'files.fileSize',
      'files.filePath',
    ])
    .select(({ fn }) =>
      fn.coalesce('projects.timeZone', sql<string>`'America/Chicago'`).as('timeZone'),
    )
    .executeTakeFirst();

/** Ends the processing of a file; nothing when it is no longer being processed. */
export const settleFile = (tx: Tx, id: string, changes: FileChanges & { state: FileState }) =>
  tx
    .updateTable('files')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .returningAll()
    .executeTakeFirst();

/** Begins the processing anew of a file that failed or has no preview; nothing of any other. */
export const restartFile = (tx: Tx, id: string) =>
  tx
    .updateTable('files')
    .set({ state: 'processing', errorCode: null, errorMessage: null, updatedAt: new Date() })
    .where('id', '=', id)
    .where('state', '!=', 'processing')
    .where('errorMessage', 'is not', null)
    .returningAll()
    .executeTakeFirst();

export const listProcessing = (tx: Tx) =>
  tx.selectFrom('files').where('state', '=', 'processing').select(['id', 'kind']).execute();

/**
 * Gives a submission without a date that of its earliest capture, by the clock at the site. A day that
 * has not come yet is not taken: the clock of that camera is wrong.
 */
export const proposeRecordedDate = (tx: Tx, submissionId: string, now: Date) =>
  tx
    .updateTable('submissions')
    .set({
      recordedDate: tx
        .selectFrom('files')
        .innerJoin('projects', 'projects.id', 'files.projectId')
        .where('submissionId', '=', submissionId)
        .where(sql<boolean>`captured_local::date <= (${now} at time zone projects.time_zone)::date`)
        .select(sql<string>`min(captured_local)::date`.as('day')),
      updatedAt: new Date(),
    })
    .where('id', '=', submissionId)
    .where('recordedDate', 'is', null)
    .executeTakeFirst();

/** Adds a file behind those that people have put in an order. */
export const insertFile = (tx: Tx, values: Insertable<DB['files']> & { submissionId: string }) =>
  tx
    .insertInto('files')
    .values({
      ...values,
      sortOrder: tx
        .selectFrom('files')
        .where('submissionId', '=', values.submissionId)
        .select(({ fn }) => fn.coalesce(fn.max('sortOrder'), sql<number>`0`).as('last')),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

export const findFilesByHash = (tx: Tx, projectId: string, sha256: readonly string[]) =>
  tx
    .selectFrom('files')
    .leftJoin('submissions', 'submissions.id', 'files.submissionId')
    .where('files.projectId', '=', projectId)
    .where('files.sha256', 'in', sha256)
    .select(['files.id', 'files.sha256', 'files.fileName'])
    .select(({ fn }) => fn.coalesce('submissions.title', sql<string>`''`).as('submissionTitle'))
    .execute();

export type Within = { submissionId: string } | { projectId: string };

/** Ids of the files of a submission or project. */
export const listFileIds = async (tx: Tx, within: Within) => {
  const query = tx.selectFrom('files').select('id');
  const rows =
    'projectId' in within
      ? query.where('projectId', '=', within.projectId)
      : query.where('submissionId', '=', within.submissionId);
  return (await rows.execute()).map(({ id }) => id);
};

/** Ids of the uploads there whose bytes have all arrived and may be in storage already. */
export const listArrivedIds = async (tx: Tx, within: Within) => {
  const query = tx
    .selectFrom('uploads')
    .innerJoin('submissions', 'submissions.id', 'uploads.submissionId')
    .where('uploads.state', '=', 'received')
    .select('uploads.id');
  const rows =
    'projectId' in within
      ? query.where('submissions.projectId', '=', within.projectId)
      : query.where('submissions.id', '=', within.submissionId);
  return (await rows.execute()).map(({ id }) => id);
};

export const deleteFile = (tx: Tx, id: string) =>
  tx.deleteFrom('files').where('id', '=', id).returningAll().executeTakeFirst();

export const deleteUploadOf = (tx: Tx, fileId: string) =>
  tx.deleteFrom('uploads').where('id', '=', fileId).execute();

export const isSubmissionVisible = async (tx: Tx, id: string) =>
  (await tx.selectFrom('submissions').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

/** Gives the files of a submission to a project, in the order in which they were taken. */
export async function assignProject(tx: Tx, submissionId: string, projectId: string) {
  const rows = await tx
    .updateTable('files')
    .set((eb) => ({
      projectId,
      companyId: eb.selectFrom('projects').where('id', '=', projectId).select('companyId'),
      viewpointId: null,
      updatedAt: new Date(),
    }))
    .where('submissionId', '=', submissionId)
    .returningAll()
    .execute();
  return rows.toSorted((a, b) => Number(a.capturedAt) - Number(b.capturedAt));
}
