import { sql, type Insertable } from 'kysely';
import type { DB } from '#db/types.ts';
import { SEPARATE_SITE_DEGREES } from '#domain/rasters.ts';
import { SEEN_BY_CLIENT } from '#server/projects/service.ts';
import { DOCUMENTED_DAY, personName, VIEWER_UNITS } from '#server/platform/db/expressions.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';

export type RasterRow = Awaited<ReturnType<typeof listRasters>>[number];
export type OrthophotoRow = Awaited<ReturnType<typeof listNewestOrthophotos>>[number];
export type MeasurementRow = Awaited<ReturnType<typeof listMeasurements>>[number];

/** Newest submission first. */
export const listRasters = (tx: Tx, projectId: string) =>
  tx
    .selectFrom('rasters')
    .innerJoin('files', 'files.id', 'rasters.fileId')
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .where('submissions.projectId', '=', projectId)
    .where('files.state', '=', 'ready')
    .selectAll('rasters')
    .select(['files.fileName', 'submissions.id as submissionId'])
    .select(['submissions.title', 'submissions.recordedDate'])
    .orderBy(DOCUMENTED_DAY, 'desc')
    .orderBy('submissions.createdAt', 'desc')
    .orderBy('submissions.id', 'desc')
    .orderBy('files.sortOrder')
    .orderBy('files.fileName')
    .orderBy('files.id')
    .limit(2000)
    .execute();

/** Skips rasters far from the project, because one of the two positions must be wrong. */
export function listNewestOrthophotos(tx: Tx) {
  const isNear = sql<boolean>`(projects.latitude is null
    or projects.latitude between rasters.south - ${SEPARATE_SITE_DEGREES} and rasters.north + ${SEPARATE_SITE_DEGREES}
    and projects.longitude between rasters.west - ${SEPARATE_SITE_DEGREES} and rasters.east + ${SEPARATE_SITE_DEGREES})`;
  const ranked = tx
    .selectFrom('rasters')
    .innerJoin('files', 'files.id', 'rasters.fileId')
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .where('rasters.rasterType', '=', 'orthophoto')
    .where('files.state', '=', 'ready')
    .where(isNear)
    .$if(viewerOf(tx).kind === 'client', (query) => query.where(SEEN_BY_CLIENT))
    .select(['projects.id as projectId', 'rasters.fileId', 'rasters.updatedAt'])
    .select(['rasters.west', 'rasters.south', 'rasters.east', 'rasters.north'])
    .select(['rasters.minZoom', 'rasters.maxZoom', 'files.sortOrder'])
    .select(sql<string>`${DOCUMENTED_DAY}::text`.as('day'))
    .select(
      sql<string>`rank() over (partition by projects.id
        order by ${DOCUMENTED_DAY} desc, submissions.created_at desc, submissions.id desc)`.as(
        'age',
      ),
    )
    .as('ranked');
  return tx
    .selectFrom(ranked)
    .selectAll()
    .where('age', '=', '1')
    .orderBy('sortOrder')
    .orderBy('fileId')
    .limit(2000)
    .execute();
}

export const findRasters = (tx: Tx, fileIds: readonly string[]) =>
  tx
    .selectFrom('rasters')
    .innerJoin('files', 'files.id', 'rasters.fileId')
    .where('rasters.fileId', 'in', fileIds)
    .where('files.state', '=', 'ready')
    .selectAll('rasters')
    .select('files.projectId')
    .execute();

/** Clients can change their own measurements, staff all measurements. */
const mayChange = (viewer: Viewer) =>
  viewer.kind === 'staff'
    ? sql<boolean>`true`
    : sql<boolean>`measurements.created_by is not distinct from ${profileOf(viewer) ?? null}::uuid
        and ${viewer.kind === 'client'}::boolean`;

const selectMeasurements = (tx: Tx, viewer: Viewer) =>
  tx
    .selectFrom('measurements')
    .leftJoin('profiles', 'profiles.id', 'measurements.createdBy')
    .selectAll('measurements')
    .select([personName().as('personName'), mayChange(viewer).as('mayChange')]);

export const listMeasurements = (tx: Tx, viewer: Viewer, submissionId: string) =>
  selectMeasurements(tx, viewer)
    .where('measurements.submissionId', '=', submissionId)
    .orderBy('measurements.createdAt')
    .orderBy('measurements.id')
    .limit(1000)
    .execute();

export const findMeasurement = (tx: Tx, viewer: Viewer, id: string) =>
  selectMeasurements(tx, viewer).where('measurements.id', '=', id).executeTakeFirst();

export const insertMeasurement = (tx: Tx, values: Insertable<DB['measurements']>) =>
  tx.insertInto('measurements').values(values).returning('id').executeTakeFirstOrThrow();

export const renameMeasurement = (tx: Tx, id: string, title: string) =>
  tx.updateTable('measurements').set({ title }).where('id', '=', id).execute();

export const deleteMeasurement = (tx: Tx, id: string) =>
  tx
    .deleteFrom('measurements')
    .where('id', '=', id)
    .returning(['id', 'submissionId', 'title'])
    .executeTakeFirst();

export const findSubmissionToExport = (tx: Tx, id: string) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .select(['submissions.title', 'projects.latitude', 'projects.longitude', 'projects.timeZone'])
    .select(VIEWER_UNITS.as('readerUnits'))
    .where('submissions.id', '=', id)
    .executeTakeFirst();
