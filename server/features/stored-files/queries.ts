import { sql } from 'kysely';
import type { z } from 'zod';
import type { StoredFileQuery } from '#domain/stored-files.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { alphabetical, contains, countOf, pageOf } from '#server/platform/db/search.ts';

type Query = z.output<typeof StoredFileQuery>;

export type StoredFileRow = Awaited<ReturnType<typeof listStoredFiles>>[number];
export type CompanyFileRow = Awaited<ReturnType<typeof listCompanyFiles>>[number];

/** Said by staff, else by the clock of the camera. */
const RECORDED = sql<string | null>`coalesce(files.recorded_date, files.captured_local::date)`;

const selectStored = (tx: Tx) =>
  tx
    .selectFrom('files')
    .leftJoin('submissions', 'submissions.id', 'files.submissionId')
    .leftJoin('projects', 'projects.id', 'files.projectId')
    .leftJoin('companies', 'companies.id', 'files.companyId')
    .select([
      'files.id',
      'files.fileName',
      'files.fileType',
      'files.fileSize',
      'files.kind',
      'files.state',
      'files.storageProvider',
      'files.category',
      'files.description',
      'files.errorMessage',
      'files.width',
      'files.height',
      'files.presets',
      'files.thumbhash',
      'files.posterVersion',
      'files.createdAt',
      'files.submissionId',
      'submissions.title as submissionTitle',
      'submissions.status as submissionStatus',
      'projects.name as projectName',
      'projects.timeZone',
      'companies.companyName',
    ])
    .select(RECORDED.as('recordedOn'));

const SEARCHED = [
  'files.fileName',
  'files.description',
  'submissions.title',
  'projects.name',
  'companies.companyName',
];
const SORTS = {
  name: alphabetical('files.fileName'),
  type: sql`files.file_type`,
  size: sql`files.file_size`,
  recorded: RECORDED,
  uploaded: sql`files.created_at`,
};

const matching = (tx: Tx, { search }: Query) => {
  const all = selectStored(tx);
  return search ? all.where(contains(search, SEARCHED)) : all;
};

/** A page of the files that match. */
export const listStoredFiles = (tx: Tx, query: Query) =>
  pageOf(matching(tx, query), query, { table: 'files', sorts: SORTS });

export const countStoredFiles = (tx: Tx, query: Query) => countOf(matching(tx, query));

export const findStoredFile = (tx: Tx, id: string) =>
  selectStored(tx).where('files.id', '=', id).executeTakeFirst();

/** Over all files, in bytes; for staff alone, and with the owner's rights as in the overview. */
export function readCounts(tx: Tx) {
  const query = tx
    .selectFrom('files')
    .where('deletedAt', 'is', null)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn.countAll<number>().filterWhere('fileType', 'like', 'video/%').as('videos'),
      eb.fn.countAll<number>().filterWhere('fileType', 'like', 'image/%').as('images'),
      eb.fn.coalesce(eb.cast<number>(eb.fn.sum('fileSize'), 'bigint'), eb.lit(0)).as('bytes'),
    ]);
  return asOwner(tx, { execute: () => query.executeTakeFirstOrThrow() });
}

/** How many people began to download an archive with the file. Whose archives those are nobody else sees. */
export async function countDownloaders(tx: Tx, fileId: string): Promise<number> {
  const query = tx
    .selectFrom('downloads')
    .where('startedAt', 'is not', null)
    .where(sql<boolean>`${fileId}::uuid = any(file_ids)`)
    .select((eb) => eb.fn.count<number>('personId').distinct().as('people'));
  return (await asOwner(tx, query))[0]?.people ?? 0;
}

/** The newest standalone files of a company. */
export const listCompanyFiles = (tx: Tx, companyId: string) =>
  tx
    .selectFrom('files')
    .select(['id', 'fileName', 'fileSize', 'category', 'description', 'recordedDate', 'createdAt'])
    .where('companyId', '=', companyId)
    .where('submissionId', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
