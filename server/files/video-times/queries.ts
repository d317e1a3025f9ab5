import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { FLIGHT_LOG } from '#server/platform/media/flight-log.ts';

/**
 * The videos of a submission whose time is not certain, with what the log of the same name shows. Where the
 * numbers of a camera came twice, the log whose clock is nearest to the header. Of a file without a submission, itself.
 */
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

/** When the photos of a submission were taken, and those videos that leave no doubt; milliseconds. */
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
