import type pg from 'pg';
import type { Logger } from 'pino';

/** The embedded PostgreSQL has no checkpointer or autovacuum. */
export type MaintenanceIntervals = { checkpointMs: number; vacuumMs: number };

export const MAINTENANCE: MaintenanceIntervals = { checkpointMs: 30_000, vacuumMs: 300_000 };

/** PostgreSQL's autovacuum thresholds, plus tables that need freezing. */
const TABLES_TO_VACUUM = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where s.schemaname <> 'pg_toast' and (
    s.n_dead_tup > 50 + 0.2 * s.n_live_tup
    or s.n_mod_since_analyze > 50 + 0.1 * s.n_live_tup
    or s.n_ins_since_vacuum > 1000 + 0.2 * s.n_live_tup
    or age(c.relfrozenxid) > 150000000)`;

/** Checkpoints keep pg_wal small and restarts fast. @returns a function that stops it */
export function startMaintenance(pool: pg.Pool, log: Logger, every: MaintenanceIntervals) {
  let checkpointed = '';
  const checkpoint = async () => {
    if ((await walPosition(pool)) === checkpointed) return;
    await pool.query('checkpoint');
    checkpointed = await walPosition(pool);
  };
  const vacuum = async () => {
    const { rows } = await pool.query<{ name: string }>(TABLES_TO_VACUUM);
    for (const { name } of rows) await pool.query(`vacuum (analyze) ${name}`);
  };
  const stops = [repeat(checkpoint, every.checkpointMs, log), repeat(vacuum, every.vacuumMs, log)];
  return () => stops.forEach((stop) => stop());
}

async function walPosition(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  return rows[0]?.lsn ?? '';
}

function repeat(work: () => Promise<void>, everyMs: number, log: Logger): () => void {
  let running = false;
  let stopped = false;
  const timer = setInterval(() => {
    if (running) return;
    running = true;
    void work()
      .catch((error: unknown) => {
        if (!stopped) log.warn({ err: error }, 'database maintenance failed');
      })
      .finally(() => {
        running = false;
      });
  }, everyMs);
  timer.unref();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
