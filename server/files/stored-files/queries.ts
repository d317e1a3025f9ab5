import { sql } from 'kysely';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import { MAX_FOUND, type StoredFileQuery } from '#domain/stored-files.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { alphabetical, containsIndexed, inOrder, pageOf } from '#server/platform/db/search.ts';

type Query = z.output<typeof StoredFileQuery>;

export type StoredFileRow = Awaited<ReturnType<typeof listStoredFiles>>[number];
export type CompanyFileRow = Awaited<ReturnType<typeof listCompanyFiles>>[number];

/** The date set by staff. If there is none, that of the camera's clock. */
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
      'files.isForClients',
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

const SORTS = {
  name: alphabetical('files.fileName'),
  type: sql`files.file_type`,
  size: sql`files.file_size`,
  recorded: RECORDED,
  uploaded: sql`files.created_at`,
};

const SORTED_BY = [
  'files.id',
  'files.fileName',
  'files.fileType',
  'files.fileSize',
  'files.recordedDate',
  'files.capturedLocal',
  'files.createdAt',
] as const;
const SORTING = {
  table: 'files',
  sorts: SORTS,
  nullable: ['recorded'],
} as const;

export const listStoredFiles = (tx: Tx, query: Query) => pageOf(selectStored(tx), query, SORTING);

export const listThese = (tx: Tx, query: Query, ids: readonly string[]) =>
  inOrder(selectStored(tx), query, SORTING)
    .where('files.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();

/** Runs as the database owner to use indexes; `listThese` checks the viewer's rights. Counts up to MAX_FOUND + 1. */
export async function findStoredFiles(tx: Tx, query: Query, search: string) {
  const files = () => tx.selectFrom('files').where('files.deletedAt', 'is', null);
  const places = [
    files().where(
      containsIndexed(search, sql`(files.file_name || chr(10) || coalesce(files.description, ''))`),
    ),
    files()
      .innerJoin('submissions', 'submissions.id', 'files.submissionId')
      .where(containsIndexed(search, 'submissions.title')),
    files()
      .innerJoin('submissions', 'submissions.id', 'files.submissionId')
      .innerJoin('projects', 'projects.id', 'submissions.projectId')
      .where(containsIndexed(search, 'projects.name')),
    files()
      .innerJoin('companies', 'companies.id', 'files.companyId')
      .where(containsIndexed(search, 'companies.companyName')),
  ].map((place) => {
    const first = inOrder(place, query, SORTING)
      .select(SORTED_BY)
      .limit(MAX_FOUND + 1);
    return sql`(${first})`;
  });
  const first = sql<DB['files']>`(${sql.join(places, sql` union `)})`.as('files');
  const all = tx.selectFrom(first).select(['files.id', sql<number>`count(*) over ()`.as('found')]);
  const page = await asOwner(tx, { execute: () => pageOf(all, query, SORTING) });
  return { ids: page.map(({ id }) => id), found: page[0]?.found ?? 0 };
}

export const findStoredFile = (tx: Tx, id: string) =>
  selectStored(tx).where('files.id', '=', id).executeTakeFirst();

/** Rows to leave unmerged. Summing this many takes less than a millisecond. */
const MAX_UNMERGED = 1000;

/** Runs as the database owner, so only for staff. Sizes are in bytes. */
export function readCounts(tx: Tx) {
  const query = tx
    .selectFrom('fileFigures')
    .select([
      sql<number>`coalesce(sum(files), 0)::bigint`.as('total'),
      sql<number>`coalesce(sum(files) filter (where media = 'video'), 0)::bigint`.as('videos'),
      sql<number>`coalesce(sum(files) filter (where media = 'image'), 0)::bigint`.as('images'),
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'),
    ]);
  return asOwner(tx, { execute: () => query.executeTakeFirstOrThrow() });
}

export const mergeFigures = async (tx: Tx): Promise<void> => {
  await asOwner(tx, {
    execute: () =>
      sql`with changes as (
          delete from file_figures where (select count(*) from file_figures) > ${MAX_UNMERGED}
          returning media, files, bytes
        )
        insert into file_figures (media, files, bytes)
        select media, sum(files), sum(bytes) from changes group by media`.execute(tx),
  });
};

/** Runs as the database owner, because people can't see each other's downloads. */
export async function countDownloaders(tx: Tx, fileId: string): Promise<number> {
  const query = tx
    .selectFrom('downloads')
    .where('startedAt', 'is not', null)
    .where(sql<boolean>`${fileId}::uuid = any(file_ids)`)
    .select((eb) => eb.fn.count<number>('personId').distinct().as('people'));
  return (await asOwner(tx, query))[0]?.people ?? 0;
}

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
