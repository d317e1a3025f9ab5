import type { Tx } from '#server/platform/db/database.ts';
import { countOf } from '#server/platform/db/search.ts';

export const countIncoming = (tx: Tx, submissionId: string) =>
  countOf(
    tx
      .selectFrom('driveTransferFiles as f')
      .innerJoin('driveTransfers as t', 't.id', 'f.transferId')
      .where('t.submissionId', '=', submissionId)
      .where('t.direction', '=', 'import')
      .where('t.state', 'in', ['waiting', 'running'])
      .where('f.state', 'in', ['waiting', 'running']),
  );

/** Drive ids of files that were imported into a submission, are being imported, or failed. Excludes canceled ones. */
export const listKnownIds = async (tx: Tx, submissionId: string): Promise<string[]> =>
  (
    await tx
      .selectFrom('driveTransferFiles as f')
      .innerJoin('driveTransfers as t', 't.id', 'f.transferId')
      .where('t.submissionId', '=', submissionId)
      .where('t.direction', '=', 'import')
      .where('f.state', '<>', 'cancelled')
      .select('f.driveFileId')
      .distinct()
      .execute()
  ).flatMap(({ driveFileId }) => driveFileId ?? []);

export const listSources = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('driveTransfers')
    .where('submissionId', '=', submissionId)
    .where('direction', '=', 'import')
    .where('folderId', 'is not', null)
    .groupBy(['folderId', 'folderName', 'folderUrl'])
    .select(['folderId', 'folderName', 'folderUrl'])
    .select(({ fn }) => fn<boolean>('bool_or', ['withSubfolders']).as('withSubfolders'))
    .orderBy(({ fn }) => fn.max('createdAt'), 'desc')
    .execute();
