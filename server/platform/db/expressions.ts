import { sql } from 'kysely';
import { projectUnits } from '#domain/project-units.ts';
import { unitsFor, type Units, type UnitsChoice } from '#domain/units.ts';

/** Same as `nameOf` in domain/people.ts. */
export const personName = (profiles = 'profiles') => {
  const column = (name: string) => sql.ref(`${profiles}.${name}`);
  return sql<string | null>`coalesce(
    nullif(concat_ws(' ', ${column('firstName')}, ${column('lastName')}), ''), ${column('email')})`;
};

/** Same as `documentedDay` of domain/weeks.ts, at the site's local time. */
export const DOCUMENTED_DAY = sql`coalesce(submissions.recorded_date,
  (coalesce(submissions.published_at, submissions.created_at) at time zone projects.time_zone)::date)`;

/** Null for visitors. */
export const VIEWER_UNITS = sql<UnitsChoice | null>`(
  select reader.units from profiles as reader where reader.id = app.viewer_id())`;

type Read = Parameters<typeof projectUnits>[0] & { readerUnits: UnitsChoice | null };

export const unitsOfViewer = (row: Read): Units => unitsFor(row.readerUnits, projectUnits(row));
