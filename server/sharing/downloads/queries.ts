import { sql, type Insertable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Database, Tx } from '#server/platform/db/database.ts';
import { removeWhere } from '#server/sharing/artifact/queries.ts';

export type OriginalRow = Awaited<ReturnType<typeof listOriginals>>[number];
export type PublishedFileRow = Awaited<ReturnType<typeof listPublishedFiles>>[number];
export type SubmissionRow = Awaited<ReturnType<typeof listPublishedSubmissions>>[number];
export type DownloadRow = Awaited<ReturnType<typeof listDownloads>>[number];

export const findSubmissionName = (tx: Tx, id: string) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .select(['submissions.title', 'projects.name as projectName'])
    .where('submissions.id', '=', id)
    .executeTakeFirst();

/** In gallery order. `modifiedAt` is the camera's local time if known, because ZIP times have no time zone. */
const selectOriginals = (tx: Tx) =>
  tx
    .selectFrom('files')
    .select(['id', 'fileName', 'filePath', 'fileSize', 'crc32', 'part'])
    .select(
      sql<Date>`coalesce(captured_local at time zone 'UTC', captured_at, created_at)`.as(
        'modifiedAt',
      ),
    )
    .where('storageProvider', '=', 'storage')
    .orderBy('sortOrder')
    .orderBy('capturedAt', (by) => by.asc().nullsLast())
    .orderBy('fileName')
    .orderBy('id');

/** Only files for clients, because people forward downloads. */
export const listOriginals = (tx: Tx, submissionId: string) =>
  selectOriginals(tx)
    .where('submissionId', '=', submissionId)
    .where('isForClients', '=', true)
    .execute();

export async function canSeeAll(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const { seen } = await tx
    .selectFrom('files')
    .select((eb) => eb.fn.countAll<number>().as('seen'))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow();
  return seen === ids.length;
}

/** Returns undefined if the link is closed, because policies hide its row. */
export const findLinkPassword = (
  tx: Tx,
  shareLinkId: string,
  allows: 'allowDownload' | 'showTimelapses',
) =>
  tx
    .selectFrom('shareLinks')
    .select(['id', 'passwordHash'])
    .where('id', '=', shareLinkId)
    .where(allows, '=', true)
    .executeTakeFirst();

export const findProject = (tx: Tx, id: string) =>
  tx.selectFrom('projects').select(['name', 'timeZone']).where('id', '=', id).executeTakeFirst();

const selectSubmissions = (tx: Tx, projectId: string) =>
  tx
    .selectFrom('submissions')
    .select(['id', 'title', 'recordedDate', 'publishedAt', 'createdAt'])
    .where('projectId', '=', projectId);

export const listPublishedSubmissions = (tx: Tx, projectId: string) =>
  selectSubmissions(tx, projectId).where('status', '=', 'published').execute();

export const listSubmission = (tx: Tx, projectId: string, submissionId: string) =>
  selectSubmissions(tx, projectId).where('id', '=', submissionId).execute();

const selectFiles = (tx: Tx, submissionIds: readonly string[]) =>
  selectOriginals(tx)
    .select(['submissionId', 'kind', 'presets', 'pictureSize', 'pictureCrc32'])
    .where('submissionId', '=', sql<string>`any(${submissionIds}::uuid[])`);

export const listPublishedFiles = (tx: Tx, submissionIds: readonly string[]) =>
  selectFiles(tx, submissionIds)
    .where('state', '=', 'ready')
    .where('isForClients', '=', true)
    .execute();

/** Includes files without pictures. */
export const listAllFiles = (tx: Tx, submissionIds: readonly string[]) =>
  selectFiles(tx, submissionIds).execute();

export const savePicture = (
  tx: Tx,
  id: string,
  { pictureSize, pictureCrc32 }: { pictureSize: number; pictureCrc32: number },
) => tx.updateTable('files').set({ pictureSize, pictureCrc32 }).where('id', '=', id).execute();

const areAllFilesVisible = sql<boolean>`(
  select count(*) from files where files.id = any(downloads.file_ids)
) = cardinality(downloads.file_ids)`;

const selectDownloads = (tx: Tx, now: Date) =>
  tx
    .selectFrom('downloads')
    .leftJoin('projects', 'projects.id', 'downloads.projectId')
    .leftJoin('companies', 'companies.id', 'downloads.companyId')
    .select([
      'downloads.id',
      'downloads.personId',
      'downloads.projectId',
      'downloads.fileName',
      'downloads.bytes',
      'downloads.kinds',
      'downloads.size',
      'downloads.weeks',
      'downloads.createdAt',
      'downloads.startedAt',
      'downloads.finishedAt',
      'downloads.expiresAt',
      'downloads.state',
      'downloads.percent',
      'downloads.problem',
      'downloads.companyId',
      'companies.companyName',
      'projects.name as projectName',
      'projects.timeZone',
    ])
    .select(sql<number>`cardinality(downloads.file_ids)`.as('fileCount'))
    .select(
      sql<'expired' | 'changed' | null>`case
        when downloads.expires_at <= ${now} then 'expired'
        when not ${areAllFilesVisible} then 'changed' end`.as('end'),
    );

export const listDownloads = (tx: Tx, now: Date) =>
  selectDownloads(tx, now)
    .orderBy('downloads.createdAt', 'desc')
    .orderBy('downloads.id', 'desc')
    .limit(50)
    .execute();

/** If `tokenHash` is set, finds the download only if that is its current token. */
export function findDownload(
  tx: Tx,
  id: string,
  { now, tokenHash = null }: { now: Date; tokenHash?: string | null },
) {
  const query = selectDownloads(tx, now).where('downloads.id', '=', id);
  return (tokenHash ? query.where('tokenHash', '=', tokenHash) : query).executeTakeFirst();
}

export const findEntries = (tx: Tx, id: string) =>
  tx.selectFrom('downloads').select('entries').where('id', '=', id).executeTakeFirst();

export type NewDownload = Insertable<DB['downloads']>;
export const insertDownload = (tx: Tx, values: NewDownload) =>
  tx.insertInto('downloads').values(values).returning('id').executeTakeFirstOrThrow();

export const deleteDownload = (tx: Tx, id: string) => removeWhere(tx, 'downloads', sql`id = ${id}`);

export const setToken = (
  tx: Tx,
  id: string,
  token: { tokenHash: string; tokenSessionId: string },
) => tx.updateTable('downloads').set(token).where('id', '=', id).execute();

/** Returns undefined if the time was already set. */
export const setTimeOnce = (tx: Tx, id: string, column: 'startedAt' | 'finishedAt', now: Date) =>
  tx
    .updateTable('downloads')
    .set({ [column]: now })
    .where('id', '=', id)
    .where(column, 'is', null)
    .returning(['companyId', 'fileName'])
    .executeTakeFirst();

export const findByToken = (tx: Tx, tokenHash: string) =>
  asOwner(tx, {
    execute: () =>
      tx
        .selectFrom('downloads')
        .select(['id', 'personId', 'tokenSessionId'])
        .where('tokenHash', '=', tokenHash)
        .executeTakeFirst(),
  });

export const removeExpired = (tx: Tx, before: Date) =>
  asOwner(tx, { execute: () => removeWhere(tx, 'downloads', sql`expires_at < ${before}`) });

type Making =
  | { companyId: string }
  | { projectId: string; fileIds: string[]; isOfProject: boolean };

export const findUnfinished = (tx: Tx, of: Making) => {
  const making = tx
    .selectFrom('downloads')
    .select('id')
    .where('personId', '=', sql<string>`app.viewer_id()`)
    .where('state', '=', 'making')
    .limit(1);
  if ('companyId' in of) return making.where('companyId', '=', of.companyId).executeTakeFirst();
  return making
    .where('projectId', '=', of.projectId)
    .where('evidenceOfProject', '=', of.isOfProject)
    .where(sql<boolean>`file_ids = ${of.fileIds}::uuid[]`)
    .executeTakeFirst();
};

export const findDownloadToMake = ({ owner }: Pick<Database, 'owner'>, id: string) =>
  owner
    .selectFrom('downloads')
    .select(['id', 'personId', 'companyId', 'fileName'])
    .where('id', '=', id)
    .where('state', '=', 'making')
    .executeTakeFirst();

/** False if the download was removed. */
export const updateDownload = async (
  tx: Tx,
  id: string,
  changes: Updateable<DB['downloads']>,
): Promise<boolean> => {
  const update = tx.updateTable('downloads').set(changes).where('id', '=', id).returning('id');
  return (await asOwner(tx, update)).length > 0;
};

/** Evidence packs of a project, or exports of a company. */
export const listPackIds = async (tx: Tx, ofId: string): Promise<string[]> => {
  const packs = tx
    .selectFrom('downloads')
    .select('id')
    .where((eb) => eb.or([eb('projectId', '=', ofId), eb('companyId', '=', ofId)]))
    .where('state', 'is not', null);
  return (await asOwner(tx, packs)).map(({ id }) => id);
};
