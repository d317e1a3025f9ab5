import type { Tx } from '#server/platform/db/database.ts';

/** Mails that have not been sent, by their state. */
export const countMails = (tx: Tx) =>
  tx
    .selectFrom('mails')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('state', '!=', 'sent')
    .groupBy('state')
    .execute();

/** Which of these files are there, and how they are called. */
export const findFileNames = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('files')
    .select(['id', 'fileName as name', 'submissionId'])
    .where('id', 'in', ids)
    .execute();

/** Originals of each kind and company. Reads the row of every file. */
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
      // The sum of bigint is numeric, which arrives as text.
      fn.sum<string>('files.fileSize').as('bytes'),
    ])
    .groupBy(['files.kind', 'companies.id', 'companies.companyName'])
    .execute();

export type StoredRow = Awaited<ReturnType<typeof readStored>>[number];
