import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { DOCUMENTED_DAY } from '#server/platform/db/expressions.ts';
import { alignmentColumn } from '../../columns/queries.ts';

const MAX_WEEKS = 60;

export type SpotPhoto = Awaited<ReturnType<typeof listSpotPhotos>>[number];

/** The photo and others of its viewpoint that the viewer can see, newest first. */
export const listSpotPhotos = (tx: Tx, fileId: string) =>
  tx
    .selectFrom('files')
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .where(
      sql<boolean>`(files.id = ${fileId} or files.viewpoint_id =
        (select marked.viewpoint_id from files as marked where marked.id = ${fileId}))`,
    )
    .where('files.kind', '=', 'photo')
    .where('files.state', '=', 'ready')
    .where(sql<boolean>`cardinality(files.presets) > 0`)
    .select(['files.id', 'files.width', 'files.height', 'files.presets', 'files.submissionId'])
    .select(['submissions.title', sql<string>`${DOCUMENTED_DAY}::text`.as('day')])
    .select(alignmentColumn())
    .orderBy(DOCUMENTED_DAY, 'desc')
    .orderBy('files.id')
    .limit(MAX_WEEKS)
    .execute();

export const countGuestView = (tx: Tx, id: string) =>
  tx
    .updateTable('pins')
    .set((pin) => ({ guestViews: pin('guestViews', '+', 1) }))
    .where('id', '=', id)
    .execute();
