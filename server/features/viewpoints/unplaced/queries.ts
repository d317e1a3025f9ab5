import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { day, DOCUMENTED, photosOfWeeks } from '../history/queries.ts';

export type UnplacedRow = Awaited<ReturnType<typeof listUnplaced>>[number];
export type SimilarRow = Awaited<ReturnType<typeof listSimilar>>[number];

const unplaced = (tx: Tx, projectId: string, strayIds: readonly string[]) =>
  photosOfWeeks(tx)
    .where('submissions.projectId', '=', projectId)
    .where((eb) =>
      eb.or([
        eb('files.viewpointId', 'is', null),
        eb('files.viewpointId', '=', sql<string>`any (${strayIds}::uuid[])`),
      ]),
    );

/** Photos of weeks that are of no viewpoint, or of one of `strayIds`; the latest week first. */
export const listUnplaced = (
  tx: Tx,
  { projectId, strayIds, limit }: { projectId: string; strayIds: readonly string[]; limit: number },
) =>
  unplaced(tx, projectId, strayIds)
    .select(['files.id', 'files.fileName', 'files.presets', 'files.width', 'files.height'])
    .select(['files.thumbhash', 'files.posterVersion', 'files.capturedAt', 'files.submissionId'])
    .select(['files.viewpointId', 'files.latitude', 'files.longitude', 'files.relativeAltitude'])
    .select(['files.gimbalYaw', 'files.gimbalPitch', 'files.flightYaw'])
    .select(['submissions.title', 'submissions.status', day.as('day')])
    .select(sql<null>`null`.as('laid'))
    .orderBy(DOCUMENTED, 'desc')
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

/** The viewpoints whose reference shows what photos show, the most alike first. */
export const listSimilar = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('registrations')
    .innerJoin('viewpoints', 'viewpoints.referenceId', 'registrations.referenceId')
    .where('registrations.fileId', 'in', fileIds)
    .where('registrations.matrix', 'is not', null)
    .select(['registrations.fileId', 'viewpoints.id as viewpointId'])
    .orderBy('registrations.strength', 'desc')
    .execute();
