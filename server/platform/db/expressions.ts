import { sql } from 'kysely';
import { projectUnits } from '#domain/project-units.ts';
import { unitsFor, type Units, type UnitsChoice } from '#domain/units.ts';

/**
 * The name of a person as `nameOf` of domain/people.ts makes it, null of nobody. `profiles` is what
 * the table is called in the query.
 */
export const personName = (profiles = 'profiles') => {
  const column = (name: string) => sql.ref(`${profiles}.${name}`);
  return sql<string | null>`coalesce(
    nullif(concat_ws(' ', ${column('firstName')}, ${column('lastName')}), ''), ${column('email')})`;
};

/** The day that a submission documents, by the clock at the site, as `documentedDay` of domain/weeks.ts. */
export const DOCUMENTED = sql`coalesce(submissions.recorded_date,
  (coalesce(submissions.published_at, submissions.created_at) at time zone projects.time_zone)::date)`;

/** The units that the transaction's viewer chose; null for visitors. */
export const READER_UNITS = sql<UnitsChoice | null>`(
  select reader.units from profiles as reader where reader.id = app.viewer_id())`;

type Read = Parameters<typeof projectUnits>[0] & { readerUnits: UnitsChoice | null };

/** The reader's units for a project's row. */
export const unitsOfReader = (row: Read): Units => unitsFor(row.readerUnits, projectUnits(row));
