import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { DOCUMENTED_DAY } from '#server/platform/db/expressions.ts';
import { day, submissionPhotos } from '../history/queries.ts';

export type UnplacedRow = Awaited<ReturnType<typeof listUnplaced>>[number];
export type SimilarRow = Awaited<ReturnType<typeof listSimilar>>[number];
export type TakenRow = Awaited<ReturnType<typeof listTaken>>[number];

const unplaced = (tx: Tx, projectId: string, strayIds: readonly string[]) =>
  submissionPhotos(tx)
    .where('submissions.projectId', '=', projectId)
    .where((eb) =>
      eb.or([
        eb('files.viewpointId', 'is', null),
        eb('files.viewpointId', '=', sql<string>`any (${strayIds}::uuid[])`),
      ]),
    );

/** Photos without a viewpoint or at a viewpoint of `strayIds`, latest submission first. */
export const listUnplaced = (
  tx: Tx,
  { projectId, strayIds, limit }: { projectId: string; strayIds: readonly string[]; limit: number },
) =>
  unplaced(tx, projectId, strayIds)
    .select(['files.id', 'files.fileName', 'files.presets', 'files.width', 'files.height'])
    .select(['files.thumbhash', 'files.posterVersion', 'files.capturedAt', 'files.submissionId'])
    .select('files.isViewpointPending')
    .select(['files.viewpointId', 'files.latitude', 'files.longitude', 'files.relativeAltitude'])
    .select(['files.gimbalYaw', 'files.gimbalPitch', 'files.flightYaw', 'files.lens'])
    .select(['files.focalLength', 'files.equivalentFocalLength'])
    .select(['submissions.title', 'submissions.status', day.as('day')])
    .select(sql<null>`null`.as('laid'))
    .orderBy(DOCUMENTED_DAY, 'desc')
    .orderBy('submissions.createdAt', 'desc')
    .orderBy('files.sortOrder')
    .orderBy('files.capturedAt')
    .orderBy('files.id')
    .limit(limit)
    .execute();

export const countUnplaced = async (tx: Tx, projectId: string, strayIds: readonly string[]) =>
  (
    await unplaced(tx, projectId, strayIds)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
  ).total;

/** Viewpoints to which the photos are aligned or similar, best match first. */
export const listSimilar = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('registrations')
    .innerJoin('files as shown', 'shown.id', 'registrations.referenceId')
    .where('registrations.fileId', 'in', fileIds)
    .where('shown.viewpointId', 'is not', null)
    .where((eb) =>
      eb.or([eb('registrations.matrix', 'is not', null), eb('registrations.strength', '>', 0)]),
    )
    .select(['registrations.fileId', 'shown.viewpointId'])
    .select(sql<boolean>`registrations.matrix is not null`.as('isAligned'))
    .orderBy('isAligned', 'desc')
    .orderBy('registrations.strength', 'desc')
    .$narrowType<{ viewpointId: string }>()
    .execute();

export const listTaken = (tx: Tx, submissionIds: readonly string[]) =>
  tx
    .selectFrom('files')
    .where('submissionId', 'in', submissionIds)
    .where('viewpointId', 'is not', null)
    .select(['submissionId', 'viewpointId'])
    .distinct()
    .execute();
