import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';

export const findSubmissionName = (tx: Tx, id: string) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .select(['submissions.title', 'projects.name as projectName'])
    .where('submissions.id', '=', id)
    .executeTakeFirst();

/** In the order of the gallery. The clock reading of the camera, as far as it is known, is its `modifiedAt`. */
export const listOriginals = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('files')
    .select(['id', 'fileName', 'filePath', 'fileSize', 'crc32'])
    .select(
      sql<Date>`coalesce(captured_local at time zone 'UTC', captured_at, created_at)`.as(
        'modifiedAt',
      ),
    )
    .where('submissionId', '=', submissionId)
    .where('storageProvider', '=', 'storage')
    .orderBy('sortOrder')
    .orderBy('capturedAt', (by) => by.asc().nullsLast())
    .orderBy('fileName')
    .orderBy('id')
    .execute();

/**
 * The lock of a link that allows downloads. Nothing too when it has been closed since: then its own
 * row cannot be seen any more.
 */
export const findLockOfDownloads = (tx: Tx, shareLinkId: string) =>
  tx
    .selectFrom('shareLinks')
    .select(['id', 'passwordHash'])
    .where('id', '=', shareLinkId)
    .where('allowDownload', '=', true)
    .executeTakeFirst();
