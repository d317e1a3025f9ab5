import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { presentationColumns } from '../columns/queries.ts';
import { FAR_DEGREES } from '../queries.ts';

/** Also changes the photos' RAW files. */
export const updateForClients = (tx: Tx, ids: readonly string[], isForClients: boolean) =>
  tx
    .updateTable('files')
    .set({ isForClients, updatedAt: new Date() })
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or raw_of = any(${ids}::uuid[]))`)
    .returningAll()
    .returning(presentationColumns())
    .execute();

/** Null removes the choice. */
export const chooseCover = (
  tx: Tx,
  submissionId: string,
  { fileId, now }: { fileId: string | null; now: Date },
) =>
  sql`update files set cover_chosen_at = case when id = ${fileId}::uuid then ${now}::timestamptz end
    where submission_id = ${submissionId} and (cover_chosen_at is not null or id = ${fileId}::uuid)`.execute(
    tx,
  );

/** Photos taken more than this many days before or after the submission's date count as odd. */
const ODD_DAYS = 31;

type TableAliases = { file: string; week: string; project: string };

/** Whether the file is a map of heights or other values, which makes a poor cover. */
const isValueMap = (file: string) => sql`${sql.ref(`${file}.kind`)} = 'raster'
  and coalesce((select rasters.raster_type from rasters
    where rasters.file_id = ${sql.ref(`${file}.id`)}) <> 'orthophoto', true)`;

const isOdd = ({ file, week, project }: TableAliases) => {
  const at = (table: string, column: string) => sql.ref(`${table}.${column}`);
  const day = sql`coalesce(${at(week, 'recordedDate')}, (coalesce(${at(week, 'publishedAt')},
    ${at(week, 'createdAt')}) at time zone ${at(project, 'timeZone')})::date)`;
  return sql`coalesce(abs(${at(file, 'capturedAt')}::date - ${day}) > ${ODD_DAYS}, false)
    or coalesce(abs(${at(file, 'latitude')} - ${at(project, 'latitude')}) > ${FAR_DEGREES}
      or abs(${at(file, 'longitude')} - ${at(project, 'longitude')}) > ${FAR_DEGREES}, false)`;
};

/** The first day on which clients saw the photo's viewpoint in another submission, and its order; null if they didn't. */
const knownSince = (file: string) => sql`(
  select row(known.day, v.sort_order) from viewpoints v cross join lateral (
    select (h.captured_at at time zone 'UTC')::date as day from files h
    where h.viewpoint_id = v.id and h.submission_id <> ${sql.ref(`${file}.submissionId`)}
      and h.state = 'ready' and h.is_for_clients
      and exists (select from submissions w where w.id = h.submission_id and w.status = 'published')
    order by h.captured_at limit 1) known
  where v.id = ${sql.ref(`${file}.viewpointId`)} and ${sql.ref(`${file}.photoType`)} is null
    and not v.is_hidden)`;

/**
 * First the cover chosen by staff, then viewpoints that clients have known longest, then gallery order; odd photos
 * last.
 */
export const coverOrder = (names: TableAliases) => {
  const { file } = names;
  return sql`${sql.ref(`${file}.coverChosenAt`)} desc nulls last, ${isOdd(names)}, ${knownSince(file)},
    ${sql.ref(`${file}.sortOrder`)}, ${sql.ref(`${file}.capturedAt`)}, ${isValueMap(file)},
    ${sql.ref(`${file}.fileName`)}, ${sql.ref(`${file}.id`)}`;
};
