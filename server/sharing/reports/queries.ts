import { sql } from 'kysely';
import type { BinTarget } from '#domain/bin.ts';
import { alignmentColumn } from '#server/files/service.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { VIEWER_UNITS } from '#server/platform/db/expressions.ts';
import { removeWhere } from '#server/sharing/artifact/queries.ts';

export type PhotoRow = Awaited<ReturnType<typeof listPhotos>>[number];

/** The recording date. If it's unknown, the publication date in the project's time zone. */
const documentedDay = sql<string>`coalesce(s.recorded_date, (s.published_at at time zone p.time_zone)::date)::text`;

const selectPublished = (tx: Tx) =>
  tx
    .selectFrom('submissions as s')
    .innerJoin('projects as p', 'p.id', 's.projectId')
    .where('s.status', '=', 'published');

export const findReportSubmission = (tx: Tx, submissionId: string) =>
  selectPublished(tx)
    .where('s.id', '=', submissionId)
    .select(['s.id', 's.projectId', 's.title', 's.summary', documentedDay.as('day')])
    .select(['p.name', 'p.address', 'p.status', 'p.startDate', 'p.estimatedCompletionDate'])
    .select(['p.latitude', 'p.longitude', 'p.timeZone', VIEWER_UNITS.as('readerUnits')])
    .executeTakeFirst();

/** Finds the last submission before `day` (yyyy-mm-dd). */
export const findPreviousSubmission = (tx: Tx, projectId: string, day: string) =>
  selectPublished(tx)
    .where('s.projectId', '=', projectId)
    .where(sql<boolean>`${documentedDay} < ${day}`)
    .select(['s.id', 's.title', documentedDay.as('day')])
    .orderBy(documentedDay, 'desc')
    .orderBy('s.publishedAt', 'desc')
    .limit(1)
    .executeTakeFirst();

/**
 * Excludes hidden viewpoints and files that aren't for clients, because staff forward reports; and thermal and
 * 360-degree photos, because they can't be compared.
 */
export const listPhotos = (tx: Tx, submissionIds: readonly string[]) =>
  tx
    .selectFrom('files')
    .leftJoin('viewpoints as v', (join) =>
      join.onRef('v.id', '=', 'files.viewpointId').on('v.isHidden', '=', false),
    )
    .innerJoin('projects as p', 'p.id', 'files.projectId')
    .where('files.submissionId', 'in', submissionIds)
    .where('files.kind', '=', 'photo')
    .where('files.photoType', 'is', null)
    .where('files.state', '=', 'ready')
    .where('files.isForClients', '=', true)
    .where(sql<boolean>`cardinality(files.presets) > 0`)
    .select([
      'files.id',
      'files.submissionId',
      'v.id as viewpointId',
      'v.name as viewpointName',
      'files.presets',
    ])
    .select(sql<string | null>`(files.captured_at at time zone p.time_zone)::date::text`.as('day'))
    .select([
      'files.latitude',
      'files.longitude',
      'files.relativeAltitude',
      'files.gimbalYaw',
      'files.gimbalPitch',
      'files.lens',
      'files.focalLength',
      'files.equivalentFocalLength',
    ])
    .select(['files.flightYaw', 'files.fileName', 'files.width', 'files.height', alignmentColumn()])
    .orderBy('v.sortOrder')
    .orderBy('v.createdAt')
    .orderBy('v.id')
    .orderBy('files.sortOrder')
    .orderBy('files.capturedAt')
    .orderBy('files.fileName')
    .orderBy('files.id')
    .execute();

/** Includes photos without pictures and photos that can't be compared. */
export const countPhotos = async (tx: Tx, submissionId: string): Promise<number> =>
  (
    await tx
      .selectFrom('files')
      .where('submissionId', '=', submissionId)
      .where('kind', '=', 'photo')
      .where('state', '=', 'ready')
      .where('isForClients', '=', true)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

export type MapRow = NonNullable<Awaited<ReturnType<typeof findMap>>>;

/** A map more than about 10 km from the project was probably uploaded to the wrong project. */
const isFarFromProject = sql<boolean>`coalesce(p.latitude not between r.south - 0.1 and r.north + 0.1
  or p.longitude not between r.west - 0.1 and r.east + 0.1, false)`;

/** Prefers orthophotos to heights and temperatures, then follows the order set by staff, then prefers more pixels. */
export const findMap = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('rasters as r')
    .innerJoin('files as f', 'f.id', 'r.fileId')
    .innerJoin('projects as p', 'p.id', 'f.projectId')
    .where('f.submissionId', '=', submissionId)
    .where('f.state', '=', 'ready')
    .where('f.isForClients', '=', true)
    .where('r.proj4', 'is not', null)
    .where(sql<boolean>`cardinality(f.presets) > 0`)
    .select(['f.id', 'f.presets', 'r.rasterType', 'r.width', 'r.height', 'r.area'])
    .select('r.groundSampleDistance')
    .orderBy(isFarFromProject)
    .orderBy('r.rasterType')
    .orderBy('f.sortOrder')
    .orderBy(sql`r.width::float8 * r.height`, 'desc')
    .orderBy('f.fileName')
    .orderBy('f.id')
    .limit(1)
    .executeTakeFirst();

export const removeBefore = (tx: Tx, before: Date) =>
  removeWhere(tx, 'reports', sql`created_at < ${before}`);

/** Reads as the database owner because reports belong to no viewer. */
export async function listReportIds(tx: Tx, { kind, id }: BinTarget): Promise<string[]> {
  if (kind === 'file') return [];
  const reports = tx
    .selectFrom('reports')
    .innerJoin('submissions', 'submissions.id', 'reports.submissionId')
    .where(kind === 'project' ? 'submissions.projectId' : 'submissions.id', '=', id)
    .select('reports.id');
  return (await asOwner(tx, reports)).map((report) => report.id);
}

export type PinRow = Awaited<ReturnType<typeof listPins>>[number];

/** Pins of the project that clients see and that aren't done, and the approval of the week. */
export const listPins = (tx: Tx, projectId: string, submissionId: string) =>
  selectPublished(tx)
    .innerJoin('pins', 'pins.submissionId', 's.id')
    .leftJoin('files as f', 'f.id', 'pins.fileId')
    .where('s.projectId', '=', projectId)
    .where('pins.isInternal', '=', false)
    .where(sql<boolean>`coalesce(f.is_for_clients, true)`)
    .where(
      sql<boolean>`case pins.kind when 'approval' then s.id = ${submissionId} else pins.state <> 'done' end`,
    )
    .select(['pins.text', 'pins.kind', 'pins.state', 'pins.dueOn', 's.title'])
    .orderBy('pins.dueOn')
    .orderBy('pins.createdAt')
    .limit(200)
    .execute();
