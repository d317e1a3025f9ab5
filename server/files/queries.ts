import { sql, type Insertable, type Updateable } from 'kysely';
import type { BinTarget } from '#domain/bin.ts';
import type { DB } from '#db/types.ts';
import type { Chapter } from '#domain/chapters.ts';
import type { FileState } from '#domain/files.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { presentationColumns } from './columns/queries.ts';

export type FileRow = Awaited<ReturnType<typeof listFiles>>[number];

export type FileChanges = Updateable<DB['files']>;
export type FileToProcess = NonNullable<Awaited<ReturnType<typeof findFileToProcess>>>;

/** In the order set by staff, then by capture time. A RAW file comes with its photo, not as a row of its own. */
export const listFiles = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('files')
    .selectAll()
    .select(presentationColumns())
    .where('submissionId', '=', submissionId)
    .where('rawOf', 'is', null)
    .orderBy('sortOrder')
    .orderBy('capturedAt', (by) => by.asc().nullsLast())
    .orderBy('fileName')
    .orderBy('id')
    .execute();

export const findFile = (tx: Tx, id: string) =>
  tx
    .selectFrom('files')
    .selectAll()
    .select(presentationColumns())
    .where('id', '=', id)
    .executeTakeFirst();

export const updateFile = (tx: Tx, id: string, changes: FileChanges) =>
  tx
    .updateTable('files')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .returningAll()
    .returning(presentationColumns())
    .executeTakeFirst();

/** Lock a submission before its files. Returns false if it doesn't exist. */
export const lockSubmission = async (tx: Tx, id: string) =>
  (await tx
    .selectFrom('submissions')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined;

/** Locks a project, so that viewpoints are added one at a time. Returns false if it doesn't exist. */
export const lockProject = async (tx: Tx, id: string) =>
  (await tx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined;

export async function replaceChapters(tx: Tx, fileId: string, wanted: readonly Chapter[]) {
  await tx.deleteFrom('chapters').where('fileId', '=', fileId).execute();
  if (wanted.length === 0) return;
  const rows = wanted.map(({ seconds, name }) => ({ fileId, seconds, name }));
  await tx.insertInto('chapters').values(rows).execute();
}

export const numberFiles = (tx: Tx, submissionId: string, ids: readonly string[]) =>
  sql`
    update files set sort_order = place.number, updated_at = now()
    from unnest(${ids}::uuid[]) with ordinality as place (id, number)
    where files.id = place.id and files.submission_id = ${submissionId}
      and files.sort_order <> place.number`.execute(tx);

/** `timeZone` is the most likely time zone of the camera's clock. */
export const findFileToProcess = (tx: Tx, id: string) =>
  tx
    .selectFrom('files')
    .leftJoin('projects', 'projects.id', 'files.projectId')
    .where('files.id', '=', id)
    .select([
      'files.id',
      'files.state',
      'files.kind',
      'files.fileName',
      'files.submissionId',
      'files.fileType',
      'files.fileSize',
      'files.filePath',
      'files.posterSeconds',
      'files.posterChoice',
      'files.posterVersion',
      'files.part',
    ])
    .select(({ fn }) =>
      fn.coalesce('projects.timeZone', sql<string>`'America/Chicago'`).as('timeZone'),
    )
    .executeTakeFirst();

/** Returns undefined if the file is no longer being processed. */
export const settleFile = (tx: Tx, id: string, changes: FileChanges & { state: FileState }) =>
  tx
    .updateTable('files')
    .set({ ...changes, progress: null, updatedAt: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .returningAll()
    .executeTakeFirst();

/** `progress` is in percent. Returns undefined if the file is no longer being processed. */
export const writeProgress = (tx: Tx, id: string, progress: number) =>
  tx
    .updateTable('files')
    .set({ progress })
    .where('id', '=', id)
    .where('state', '=', 'processing')
    .returning(['id', 'projectId', 'submissionId', 'companyId', 'isForClients'])
    .executeTakeFirst();

/** Returns undefined unless the file failed or has no preview. */
export const restartFile = (tx: Tx, id: string) =>
  tx
    .updateTable('files')
    .set({ state: 'processing', errorCode: null, errorMessage: null, updatedAt: new Date() })
    .where('id', '=', id)
    .where('state', '!=', 'processing')
    .where('errorMessage', 'is not', null)
    .returningAll()
    .returning(presentationColumns())
    .executeTakeFirst();

/** Includes ready videos whose poster is being created. */
export const listProcessing = (tx: Tx) =>
  tx
    .selectFrom('files')
    .where((eb) =>
      eb.or([
        eb('state', '=', 'processing'),
        eb.and([
          eb('posterVersion', '<', eb.ref('posterChoice')),
          eb('state', '=', 'ready'),
          eb(eb.fn.coalesce('errorCode', sql<string>`''`), '!=', 'POSTER_FAILED'),
        ]),
      ]),
    )
    .select(['id', 'kind', 'state'])
    .execute();

/** Also clears the error of the previous choice. */
export const choosePoster = (tx: Tx, id: string, posterSeconds: number | null) =>
  tx
    .updateTable('files')
    .set({
      posterSeconds,
      posterChoice: sql`poster_choice + 1`,
      errorMessage: sql`case when error_code = 'POSTER_FAILED' then null else error_message end`,
      errorCode: sql`nullif(error_code, 'POSTER_FAILED')`,
      updatedAt: new Date(),
    })
    .where('id', '=', id)
    .returningAll()
    .returning(presentationColumns())
    .executeTakeFirst();

/** Returns undefined if a later choice is shown or the video is being processed again. */
export const settlePoster = (tx: Tx, id: string, posterChoice: number, changes: FileChanges) =>
  tx
    .updateTable('files')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where('posterVersion', '<', posterChoice)
    .returningAll()
    .executeTakeFirst();

export const failPoster = (tx: Tx, id: string, errorMessage: string) =>
  tx
    .updateTable('files')
    .set({ errorCode: 'POSTER_FAILED', errorMessage, updatedAt: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .whereRef('posterVersion', '<', 'posterChoice')
    .returningAll()
    .executeTakeFirst();

/** About 10 km. Files farther from the site were taken somewhere else. */
export const FAR_DEGREES = 0.1;

/**
 * Proposes the day on which most files near the site were taken (the later one if tied), for submissions without a date
 * and drafts with a proposed date. Ignores days in the future, which come from wrong clocks.
 */
export const proposeRecordedDate = (tx: Tx, submissionId: string, now: Date) =>
  sql`
    update submissions set recorded_date = proposed.day, is_date_proposed = true, updated_at = now()
    from (
      select taken.day from (
        select (captured_at at time zone projects.time_zone)::date as day,
          coalesce(abs(files.latitude - projects.latitude) > ${FAR_DEGREES}
            or abs(files.longitude - projects.longitude) > ${FAR_DEGREES}, false) as is_far
        from files join projects on projects.id = files.project_id
        where submission_id = ${submissionId} and captured_at <= ${now}
      ) as taken
      group by taken.day
      order by count(*) filter (where not is_far) desc, count(*) desc, taken.day desc limit 1
    ) as proposed
    where submissions.id = ${submissionId}
      and (recorded_date is null or is_date_proposed and status = 'draft')
      and recorded_date is distinct from proposed.day`.execute(tx);

export const insertFile = (
  tx: Tx,
  values: Insertable<DB['files']> & { submissionId: string | null },
) =>
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

/** Excludes sidecars, of which a project may contain duplicates. */
export const findFilesByHash = (tx: Tx, projectId: string, sha256: readonly string[]) =>
  tx
    .selectFrom('files')
    .leftJoin('submissions', 'submissions.id', 'files.submissionId')
    .where('files.projectId', '=', projectId)
    .where('files.sha256', 'in', sha256)
    .where((eb) => eb.or([eb('files.kind', '!=', 'other'), eb('files.part', 'is not', null)]))
    .select(['files.id', 'files.sha256', 'files.fileName'])
    .select(({ fn }) => fn.coalesce('submissions.title', sql<string>`''`).as('submissionTitle'))
    .execute();

export const findFilesOfCompany = (tx: Tx, companyId: string, sha256: string) =>
  tx
    .selectFrom('files')
    .where('companyId', '=', companyId)
    .where('projectId', 'is', null)
    .where('sha256', '=', sha256)
    .select('id')
    .execute();

const FILES_OF = { project: 'projectId', submission: 'submissionId', file: 'id' } as const;

/** Includes files in the bin. */
export const listFileIds = async (tx: Tx, { kind, id }: BinTarget) => {
  const rows = tx.selectFrom('files').select('id').where(FILES_OF[kind], '=', id);
  return (await asOwner(tx, rows)).map((row) => row.id);
};

/** Uploads whose bytes may already be in storage. */
export const listArrivedIds = async (tx: Tx, { kind, id }: BinTarget) => {
  if (kind === 'file') return [];
  const rows = tx
    .selectFrom('uploads')
    .innerJoin('submissions', 'submissions.id', 'uploads.submissionId')
    .where('uploads.state', '=', 'received')
    .where(kind === 'project' ? 'submissions.projectId' : 'submissions.id', '=', id)
    .select('uploads.id');
  return (await asOwner(tx, rows)).map((row) => row.id);
};

export const isSubmissionVisible = async (tx: Tx, id: string) =>
  (await tx.selectFrom('submissions').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;
