import { sql } from 'kysely';
import type { Bounds } from '#domain/rasters.ts';
import { PROJECT_METERS } from '#domain/card-visits.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { VIEWER_UNITS } from '#server/platform/db/expressions.ts';

/** `hasShown` is true if another submission of the project is published. */
export const findHome = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('submissions')
    .innerJoin('projects', 'projects.id', 'submissions.projectId')
    .where('submissions.id', '=', submissionId)
    .select(['projects.id', 'projects.name', 'projects.latitude', 'projects.longitude'])
    .select(['projects.timeZone', VIEWER_UNITS.as('readerUnits')])
    .select(
      sql<boolean>`exists (select from submissions as shown where shown.project_id = projects.id
        and shown.status = 'published' and shown.id <> submissions.id)`.as('hasShown'),
    )
    .executeTakeFirst();

/** Excludes RAW files, which count with their photos. */
export const listPlaces = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('files')
    .leftJoin('rasters', 'rasters.fileId', 'files.id')
    .where('files.submissionId', '=', submissionId)
    .where('files.state', '=', 'ready')
    .where('files.rawOf', 'is', null)
    .select(['files.id', 'files.fileName', 'files.kind', 'files.isPlaceConfirmed'])
    .select('files.isForClients')
    .select(['files.capturedAt', 'files.latitude', 'files.longitude'])
    .select(['rasters.west', 'rasters.south', 'rasters.east', 'rasters.north'])
    .orderBy('files.sortOrder')
    .orderBy('files.capturedAt')
    .orderBy('files.fileName')
    .orderBy('files.id')
    .execute();

/** A degree of latitude is 111.2 km. Rounded down so that no project is missed. */
const METERS_PER_DEGREE = 110_000;

export function listProjectsAround(tx: Tx, projectId: string, extent: Bounds) {
  const margin = PROJECT_METERS / METERS_PER_DEGREE;
  const highest = Math.max(Math.abs(extent.south), Math.abs(extent.north)) + margin;
  const wide = margin / Math.max(0.01, Math.cos((Math.min(highest, 90) * Math.PI) / 180));
  return tx
    .selectFrom('projects')
    .where('id', '!=', projectId)
    .where('latitude', '>=', extent.south - margin)
    .where('latitude', '<=', extent.north + margin)
    .where('longitude', '>=', extent.west - wide)
    .where('longitude', '<=', extent.east + wide)
    .select(['id', 'name', 'latitude', 'longitude', 'timeZone'])
    .execute();
}

/** Positions are rounded to about 100 m. */
export async function listShown(tx: Tx, projectId: string, exceptId: string) {
  const rows = await tx
    .selectFrom('files')
    .innerJoin('submissions', 'submissions.id', 'files.submissionId')
    .leftJoin('rasters', 'rasters.fileId', 'files.id')
    .where('submissions.projectId', '=', projectId)
    .where('submissions.status', '=', 'published')
    .where('submissions.id', '!=', exceptId)
    .where('files.state', '=', 'ready')
    .distinct()
    .select('submissions.id as submissionId')
    .select([
      sql<number | null>`round(coalesce((rasters.south + rasters.north) / 2, files.latitude)
        ::numeric, 3)::double precision`.as('latitude'),
      sql<number | null>`round(coalesce((rasters.west + rasters.east) / 2, files.longitude)
        ::numeric, 3)::double precision`.as('longitude'),
    ])
    .execute();
  return rows.flatMap(({ submissionId, latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ submissionId, latitude, longitude }],
  );
}

export const confirmPlaces = (tx: Tx, submissionId: string, fileIds: readonly string[]) =>
  tx
    .updateTable('files')
    .set({ isPlaceConfirmed: true })
    .where('submissionId', '=', submissionId)
    .where('id', 'in', fileIds)
    .execute();

const waiting = (tx: Tx) =>
  tx
    .selectFrom('files')
    .where('isViewpointPending', '=', true)
    .where('viewpointId', 'is', null)
    .where('kind', '=', 'photo')
    .where('state', '=', 'ready')
    .where('submissionId', 'is not', null);

export const listWithWaiting = (tx: Tx) =>
  waiting(tx)
    .select(['submissionId', 'projectId'])
    .distinct()
    .$narrowType<{ submissionId: string; projectId: string }>()
    .execute();

export const listWaiting = (tx: Tx, submissionId: string) =>
  waiting(tx)
    .where('submissionId', '=', submissionId)
    .selectAll()
    .orderBy('capturedAt')
    .orderBy('id')
    .execute();
