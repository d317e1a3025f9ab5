import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { DOCUMENTED_DAY } from '#server/platform/db/expressions.ts';
import { day } from '../history/queries.ts';

/** One photo per viewpoint: the reference, otherwise the latest. Photos without a position or direction come last. */
export const listPoses = (tx: Tx, projectId: string) =>
  tx
    .selectFrom('viewpoints')
    .innerJoin('files', 'files.viewpointId', 'viewpoints.id')
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .innerJoin('projects', 'projects.id', 'viewpoints.projectId')
    .where('viewpoints.projectId', '=', projectId)
    .where('submissions.status', '!=', 'archived')
    .where('files.kind', '=', 'photo')
    .where('files.state', '=', 'ready')
    .distinctOn(['viewpoints.sortOrder', 'viewpoints.createdAt', 'viewpoints.id'])
    .select(['viewpoints.id as viewpointId', 'viewpoints.name', 'viewpoints.isHidden'])
    .select(['files.photoType', 'files.latitude', 'files.longitude', 'files.altitude'])
    .select(['files.relativeAltitude', 'files.gimbalYaw', 'files.gimbalPitch', 'files.flightYaw'])
    .select(['files.lens', 'files.equivalentFocalLength', 'files.cameraModel', day.as('day')])
    .orderBy('viewpoints.sortOrder')
    .orderBy('viewpoints.createdAt')
    .orderBy('viewpoints.id')
    .orderBy(sql`files.latitude is null or files.gimbal_pitch is null`)
    .orderBy(sql`files.id is distinct from viewpoints.reference_id`)
    .orderBy(DOCUMENTED_DAY, 'desc')
    .orderBy('files.capturedAt', 'desc')
    .orderBy('files.id')
    .execute();
