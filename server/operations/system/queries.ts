import type { Tx } from '#server/platform/db/database.ts';

export const countMails = (tx: Tx) =>
  tx
    .selectFrom('mails')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('state', '!=', 'sent')
    .groupBy('state')
    .execute();

export const findFileNames = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('files')
    .select(['id', 'fileName as name', 'submissionId'])
    .where('id', 'in', ids)
    .execute();

/** Slow, because it reads all rows of `files`. */
export const readStored = (tx: Tx) =>
  tx
    .selectFrom('files')
    .leftJoin('projects', 'projects.id', 'files.projectId')
    .leftJoin('companies', (join) =>
      join.on((eb) =>
        eb('companies.id', '=', eb.fn.coalesce('projects.companyId', 'files.companyId')),
      ),
    )
    .select(({ fn }) => [
      'files.kind',
      'companies.id as companyId',
      'companies.companyName',
      fn.countAll<number>().as('files'),
      // PostgreSQL's sum of bigint is numeric, which arrives as a string.
      fn.sum<string>('files.fileSize').as('bytes'),
    ])
    .groupBy(['files.kind', 'companies.id', 'companies.companyName'])
    .execute();

export type StoredRow = Awaited<ReturnType<typeof readStored>>[number];
