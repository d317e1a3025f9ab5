import { sql } from 'kysely';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { FileChanges } from '../queries.ts';

export type ShotRow = Awaited<ReturnType<typeof listShots>>[number];

/** All tiles of a panorama are taken within this time. */
const PANORAMA_MS = 10 * 60_000;
/** In degrees; farther than a drone drifts while hovering. */
const NEAR_DEGREES = 0.001;

const shots = (tx: Tx, submissionId: string) =>
  tx
    .selectFrom('files')
    .where('submissionId', '=', submissionId)
    .where('state', '=', 'ready')
    .select(['id', 'fileName', 'fileType', 'kind', 'part', 'rawOf', 'projectId', 'submissionId'])
    .select(['companyId', 'photoType', 'presets', 'viewpointId', 'capturedAt', 'capturedLocal'])
    .select(['latitude', 'longitude', 'relativeAltitude', 'gimbalYaw', 'gimbalPitch', 'flightYaw'])
    .select(['cameraModel', 'isPlaceConfirmed'])
    .select(
      sql<boolean>`exists (select from files as photo where photo.id = files.raw_of)`.as(
        'hasPhoto',
      ),
    )
    .select(
      sql<boolean>`exists (select from files as raw where raw.raw_of = files.id)`.as('hasRaw'),
    );

/** Photos and RAW files whose names start with `name`, ignoring case. These include all files of a shot. */
export const listShots = (tx: Tx, submissionId: string, name: string) =>
  shots(tx, submissionId)
    .where(sql<boolean>`starts_with(lower(file_name), ${name})`)
    .where((eb) => eb.or([eb('kind', '=', 'photo'), eb('part', '=', 'raw')]))
    .orderBy('id')
    .execute();

type Moment = { submissionId: string; capturedAt: Date; latitude: number; longitude: number };

export const listAround = (tx: Tx, { submissionId, capturedAt, latitude, longitude }: Moment) =>
  shots(tx, submissionId)
    .where('capturedAt', '>', new Date(capturedAt.getTime() - PANORAMA_MS))
    .where('capturedAt', '<', new Date(capturedAt.getTime() + PANORAMA_MS))
    .where(sql<boolean>`abs(latitude - ${latitude}) < ${NEAR_DEGREES}`)
    .where(sql<boolean>`abs(longitude - ${longitude}) < ${NEAR_DEGREES}`)
    .where((eb) =>
      eb.or([eb.and([eb('kind', '=', 'photo'), eb('part', 'is', null)]), eb('part', '=', 'tile')]),
    )
    .execute();

export const changeParts = (tx: Tx, ids: readonly string[], changes: FileChanges) =>
  tx
    .updateTable('files')
    .set({ ...changes, updatedAt: new Date() })
    .where('id', 'in', ids)
    .execute();

/** Includes the bin. `names` are those of the file and its RAW files. */
export async function findHome(tx: Tx, id: string) {
  const query = tx
    .selectFrom('files')
    .leftJoin('files as raw', 'raw.rawOf', 'files.id')
    .where('files.id', '=', id)
    .select(['files.projectId', 'files.submissionId', 'files.fileName'])
    .select('raw.fileName as rawName');
  const rows = await asOwner(tx, query);
  const names = rows.flatMap(({ fileName, rawName }) => [fileName, rawName ?? fileName]);
  return rows[0] && { ...rows[0], names: [...new Set(names)] };
}
