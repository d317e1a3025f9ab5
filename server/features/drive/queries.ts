import type { Tx } from '#server/platform/db/database.ts';

/** Which of these files of Drive a submission has already. */
export const findImportedIds = async (
  tx: Tx,
  submissionId: string,
  driveFileIds: readonly string[],
): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('files')
    .select('googleDriveFileId')
    .where('submissionId', '=', submissionId)
    .where('googleDriveFileId', 'in', driveFileIds)
    .execute();
  return new Set(rows.map(({ googleDriveFileId }) => googleDriveFileId ?? ''));
};
