import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { FLIGHT_LOG } from '#server/platform/media/flight-log.ts';

/** `logClock` is from the flight log with the same name. If several match, the closest to the header's time is used. */
export const listUncertainVideos = (tx: Tx, file: { id: string; submissionId: string | null }) =>
  tx
    .selectFrom('files')
    .leftJoin('projects', 'projects.id', 'files.projectId')
    .where('files.kind', '=', 'video')
    .where('files.state', '=', 'ready')
    .where((eb) =>
      file.submissionId === null
        ? eb('files.id', '=', file.id)
        : eb('files.submissionId', '=', file.submissionId),
    )
    .where(sql<boolean>`files.time_zone_source is distinct from 'exif'`)
    .select(['files.id', 'files.fileName', 'files.headerTime', 'files.durationSeconds'])
    .select(['files.latitude', 'files.longitude', 'files.capturedAt', 'files.timeZoneSource'])
    .select('files.createdAt')
    .select(sql<string>`coalesce(projects.time_zone, 'America/Chicago')`.as('timeZone'))
    .select(
      sql<string | null>`(
        select to_char(log.captured_local, 'YYYY-MM-DD"T"HH24:MI:SS') from files as log
        where log.submission_id = files.submission_id and log.file_type = ${FLIGHT_LOG}
          and lower(regexp_replace(log.file_name, '\\.[^.]*$', ''))
            = lower(regexp_replace(files.file_name, '\\.[^.]*$', ''))
          and log.captured_local is not null
        order by abs(extract(epoch from log.captured_local - (files.header_time at time zone 'UTC'))), log.id
        limit 1)`.as('logClock'),
    )
    .orderBy('files.id')
    .execute();

/** Capture times of photos, and of videos whose time is certain, in milliseconds. */
export async function listCertainTimes(tx: Tx, submissionId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('files')
    .where('submissionId', '=', submissionId)
    .where('capturedAt', 'is not', null)
    .where((eb) => eb.or([eb('kind', '=', 'photo'), eb('timeZoneSource', '=', 'exif')]))
    .select('capturedAt')
    .execute();
  return rows.flatMap(({ capturedAt }) => capturedAt?.getTime() ?? []);
}
