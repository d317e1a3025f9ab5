import { sql } from 'kysely';
import { MAX_DRAFTS } from '#domain/card-comparison.ts';
import type { Tx } from '#server/platform/db/database.ts';

export const listTitles = async (tx: Tx, projectId: string): Promise<string[]> =>
  (
    await tx.selectFrom('submissions').select('title').where('projectId', '=', projectId).execute()
  ).map(({ title }) => title);

export const listDrafts = (tx: Tx, projectId: string) =>
  tx
    .selectFrom('submissions')
    .select(['id', 'title', 'recordedDate'])
    .where('projectId', '=', projectId)
    .where('status', '=', 'draft')
    .orderBy('createdAt', 'desc')
    .limit(MAX_DRAFTS)
    .execute();

/** `sizes` are in bytes. */
export const listFilesOfSize = (tx: Tx, projectId: string, sizes: readonly number[]) =>
  tx
    .selectFrom('files')
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .where('files.projectId', '=', projectId)
    .where('files.fileSize', 'in', sizes)
    .select([
      'files.fileSize',
      'files.sha256',
      'submissions.id as submissionId',
      'submissions.title as submissionTitle',
    ])
    .execute();

/** `isPublished` is true if clients can see at least one of the photos as a view. */
export const listViewpointsWithPhotos = (tx: Tx, projectId: string) =>
  tx
    .selectFrom('files')
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .where('submissions.projectId', '=', projectId)
    .where('submissions.status', '!=', 'archived')
    .where('files.viewpointId', 'is not', null)
    .where('files.state', '=', 'ready')
    .select('files.viewpointId as id')
    .select(
      sql<boolean>`bool_or(submissions.status = 'published' and files.photo_type is null
        and cardinality(files.presets) > 0)`.as('isPublished'),
    )
    .groupBy('files.viewpointId')
    .execute();
