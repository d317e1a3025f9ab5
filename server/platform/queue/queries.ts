import { CompiledQuery, sql } from 'kysely';
import { asOwner } from '../db/as-owner.ts';
import type { Database, Tx } from '../db/database.ts';

/** What is read of the library's table, which the generated types do not know. */
type Jobs = {
  'pgboss.job': {
    name: string;
    data: unknown;
    state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
    retryCount: number;
    retryLimit: number;
    startAfter: Date;
    startedOn: Date | null;
    completedOn: Date | null;
    heartbeatOn: Date | null;
  };
};

const UNDONE = ['created', 'retry', 'active'] as const;

const jobsOf = (database: Database) => database.owner.$extendTables<Jobs>();

/** The library's own statements, with the rights of the owner; inside `tx` they are part of it. */
export const libraryClient = (database: Database, tx?: Tx) => ({
  executeSql: (text: string, values?: unknown[]) =>
    tx
      ? asOwner(tx, { execute: () => tx.executeQuery(CompiledQuery.raw(text, values)) })
      : database.pool.query(text, values),
});

/** Jobs of a name that wait or run, and those given up that are still kept. */
export const listJobs = (database: Database, name: string) =>
  jobsOf(database)
    .selectFrom('pgboss.job')
    .select(['data', 'state'])
    .where('name', '=', name)
    .where('state', 'in', [...UNDONE, 'failed'])
    .execute();

/** How many jobs wait or run. */
export async function countUndone(database: Database): Promise<number> {
  const { count } = await jobsOf(database)
    .selectFrom('pgboss.job')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', 'in', UNDONE)
    .executeTakeFirstOrThrow();
  return count;
}

/** Frees the jobs whose worker has not been heard of for `seconds`, so that another takes them at once. */
export const reclaimJobs = (database: Database, seconds: number) =>
  jobsOf(database)
    .updateTable('pgboss.job')
    .set((eb) => {
      const mayRetry = eb('retryCount', '<', eb.ref('retryLimit'));
      return {
        state: sql`(case when ${mayRetry} then 'retry' else 'failed' end)::pgboss.job_state`,
        completedOn: sql`case when ${mayRetry} then null else now() end`,
        startAfter: sql`now()`,
        heartbeatOn: null,
      };
    })
    .where('state', '=', 'active')
    .where(
      ({ fn }) => fn.coalesce('heartbeatOn', 'startedOn'),
      '<',
      sql<Date>`now() - make_interval(secs => ${seconds})`,
    )
    .execute();
