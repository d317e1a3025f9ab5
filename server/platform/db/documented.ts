import { sql } from 'kysely';

/** The day that a submission documents, by the clock at the site, as `documentedDay` of domain/weeks.ts. */
export const DOCUMENTED = sql`coalesce(submissions.recorded_date,
  (coalesce(submissions.published_at, submissions.created_at) at time zone projects.time_zone)::date)`;
