import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';
import { shownWith } from '../columns/queries.ts';
import { FAR_DEGREES } from '../queries.ts';

/** Shows these files to clients or not, a photo with its RAW file; returns those that there are. */
export const updateForClients = (tx: Tx, ids: readonly string[], isForClients: boolean) =>
  tx
    .updateTable('files')
    .set({ isForClients, updatedAt: new Date() })
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or raw_of = any(${ids}::uuid[]))`)
    .returningAll()
    .returning(shownWith())
    .execute();

/** Makes a file the cover of its submission in the place of any other; none with null. */
export const chooseCover = (
  tx: Tx,
  submissionId: string,
  { fileId, now }: { fileId: string | null; now: Date },
) =>
  sql`update files set cover_chosen_at = case when id = ${fileId}::uuid then ${now}::timestamptz end
    where submission_id = ${submissionId} and (cover_chosen_at is not null or id = ${fileId}::uuid)`.execute(
    tx,
  );

/** Days between a photo and the day that its week documents, beyond which it is odd. */
const ODD_DAYS = 31;

/** What the tables are called in the query. */
type Names = { file: string; week: string; project: string };

/** Whether a file is a map of heights or the like: a cover shows what the site looks like wherever there is that. */
const isOfValues = (file: string) => sql`${sql.ref(`${file}.kind`)} = 'raster'
  and coalesce((select rasters.raster_type from rasters
    where rasters.file_id = ${sql.ref(`${file}.id`)}) <> 'orthophoto', true)`;

const isOdd = ({ file, week, project }: Names) => {
  const at = (table: string, column: string) => sql.ref(`${table}.${column}`);
  const day = sql`coalesce(${at(week, 'recordedDate')}, (coalesce(${at(week, 'publishedAt')},
    ${at(week, 'createdAt')}) at time zone ${at(project, 'timeZone')})::date)`;
  return sql`coalesce(abs(${at(file, 'capturedAt')}::date - ${day}) > ${ODD_DAYS}, false)
    or coalesce(abs(${at(file, 'latitude')} - ${at(project, 'latitude')}) > ${FAR_DEGREES}
      or abs(${at(file, 'longitude')} - ${at(project, 'longitude')}) > ${FAR_DEGREES}, false)`;
};

/**
 * Since when clients know the viewpoint of a photo from other published weeks, and its place in the order of the
 * viewpoints; null of what they don't know.
 */
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
 * The order in which the pictures of a week are its cover: the one that staff chose, then those of the viewpoint that
 * clients have known longest, then the gallery; photos of another time or place come last.
 */
export const coverOrder = (names: Names) => {
  const { file } = names;
  return sql`${sql.ref(`${file}.coverChosenAt`)} desc nulls last, ${isOdd(names)}, ${knownSince(file)},
    ${sql.ref(`${file}.sortOrder`)}, ${sql.ref(`${file}.capturedAt`)}, ${isOfValues(file)},
    ${sql.ref(`${file}.fileName`)}, ${sql.ref(`${file}.id`)}`;
};
