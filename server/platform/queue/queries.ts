import { CompiledQuery, sql } from 'kysely';
import { asOwner } from '../db/as-owner.ts';
import type { Database, Tx } from '../db/database.ts';

/** The library's table, which the generated types lack. */
type Jobs = {
  'pgboss.job': {
    id: string;
    name: string;
    data: unknown;
    state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed';
    retryCount: number;
    retryLimit: number;
    startAfter: Date;
    createdOn: Date;
    startedOn: Date | null;
    completedOn: Date | null;
    heartbeatOn: Date | null;
    output: unknown;
  };
};

const UNFINISHED = ['created', 'retry', 'active'] as const;

const jobsOf = (database: Database) => database.owner.$extendTables<Jobs>();

export const libraryClient = (database: Database, tx?: Tx) => ({
  executeSql: (text: string, values?: unknown[]) =>
    tx
      ? asOwner(tx, { execute: () => tx.executeQuery(CompiledQuery.raw(text, values)) })
      : database.pool.query(text, values),
});

export const listJobs = (database: Database, name: string) =>
  jobsOf(database)
    .selectFrom('pgboss.job')
    .select(['data', 'state'])
    .where('name', '=', name)
    .where('state', 'in', [...UNFINISHED, 'failed'])
    .execute();

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

export const countJobs = (database: Database) =>
  jobsOf(database)
    .selectFrom('pgboss.job')
    .select(({ fn }) => [
      'name',
      fn.countAll<number>().filterWhere('state', 'in', ['created', 'retry']).as('waiting'),
      fn.countAll<number>().filterWhere('state', '=', 'active').as('running'),
      fn.countAll<number>().filterWhere('state', '=', 'failed').as('givenUp'),
      fn
        .min<Date | null>('createdOn')
        .filterWhere('state', 'in', ['created', 'retry'])
        .as('waitingSince'),
    ])
    .where('state', 'in', [...UNFINISHED, 'failed'])
    .groupBy('name')
    .execute();

export type JobCounts = Awaited<ReturnType<typeof countJobs>>[number];

export const listFailedJobs = (database: Database, limit: number) =>
  jobsOf(database)
    .selectFrom('pgboss.job')
    .select(['id', 'name', 'data', 'output', 'retryCount', 'createdOn', 'completedOn'])
    .where('state', '=', 'failed')
    .orderBy('completedOn', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

export type FailedJob = Awaited<ReturnType<typeof listFailedJobs>>[number];

export function requeueJobs(tx: Tx, which: { id: string } | 'all') {
  const requeued = tx
    .$extendTables<Jobs>()
    .updateTable('pgboss.job')
    .set({ state: 'created', retryCount: 0, startAfter: sql`now()`, startedOn: null })
    .set({ completedOn: null, heartbeatOn: null, output: null })
    .where('state', '=', 'failed')
    .$if(which !== 'all', (query) => query.where('id', '=', which === 'all' ? '' : which.id))
    .returning(['name', 'data']);
  return asOwner(tx, requeued);
}
