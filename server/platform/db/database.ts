import { join } from 'node:path';
import { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { DB } from '#db/types.ts';
import { ColumnNames } from './columns.ts';
import { observeQueries, type QueryObserver } from './connection.ts';
import { poolDialect } from './dialect.ts';
import type { PartState } from '../part-state.ts';
import { createPool } from './pool.ts';
import { transactionsOn, type Tx } from './transaction.ts';
import type { Viewer } from './viewer.ts';

export { afterCommit, viewerOf, type Tx } from './transaction.ts';

export type Database = {
  readonly kind: 'server' | 'embedded';
  /** The owner's rights, no row-level security: for platform code only. */
  readonly owner: Kysely<DB>;
  readonly pool: pg.Pool;
  /**
   * Runs `work` in one transaction on behalf of `viewer`; commits when it resolves, rolls back
   * when it rejects. Rejects with what `work` rejected with, or with DATABASE_UNAVAILABLE.
   * Runs `work` a second time when PostgreSQL gave the first up for another transaction, so it
   * should change nothing but the database. Not to be nested: an inner call throws.
   */
  as<T>(viewer: Viewer, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for exactly one query, in one round trip instead of three: for what is read most.
   * It is committed before `query` resolves, whatever comes after; a second query throws.
   */
  ask<T>(viewer: Viewer, query: (tx: Tx) => Promise<T>): Promise<T>;
  /** Has `observer` told of every statement and how long it took; the last one counts. */
  observe(observer: QueryObserver): void;
  /** For the health page: never throws, answers within 2 seconds. */
  state(): Promise<PartState>;
  /** Waits for transactions that are under way. */
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 5000;
const STATE_TIMEOUT_MS = 2000;
const POOL_SIZE = 12;

/**
 * Opens PostgreSQL at `databaseUrl`, or the embedded database under `dataDir`/postgres when it
 * is null. A server that is not there yet is no error here: each query then rejects.
 * @throws {Error} when the embedded data directory is in use by another process
 */
export async function openDatabase(options: {
  databaseUrl: string | null;
  dataDir: string;
  log: Logger;
}): Promise<Database> {
  const { databaseUrl, dataDir, log } = options;
  if (databaseUrl !== null) return openServer(databaseUrl, log);
  const { openEmbedded } = await import('./embedded/embedded.ts');
  const embedded = await openEmbedded({ directory: join(dataDir, 'postgres'), log });
  return databaseOn('embedded', embedded, log);
}

/** Opens PostgreSQL at `databaseUrl`. */
export function openServer(databaseUrl: string, log: Logger): Database {
  const pool = createPool(
    {
      connectionString: databaseUrl,
      max: POOL_SIZE,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      fallback_application_name: 'overfly',
    },
    log,
  );
  // Compiling a query takes longer than the longest of ours runs.
  pool.on('connect', (client) => void client.query('set jit = off').catch(() => {}));
  return databaseOn('server', { pool, close: () => pool.end() }, log);
}

/** Puts the interface over a pool, whichever database is behind it. */
export function databaseOn(
  kind: Database['kind'],
  source: { pool: pg.Pool; close: () => Promise<void> },
  log: Logger,
): Database {
  const { pool } = source;
  const owner = new Kysely<DB>({ dialect: poolDialect(pool), plugins: [new ColumnNames()] });
  return {
    kind,
    owner,
    pool,
    ...transactionsOn({ kind, pool }, owner, log),
    observe: (observer) => observeQueries(pool, observer),
    state: () => stateOf(pool, kind),
    close: () => source.close(),
  };
}

const tooLate = new Error('no answer within 2 seconds');

async function stateOf(pool: pg.Pool, kind: Database['kind']): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate), STATE_TIMEOUT_MS);
  });
  try {
    const asked = pool.query<{ version: string }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version`,
    );
    asked.catch(() => {}); // its failure after the time limit is nobody's any more
    const { rows } = await Promise.race([asked, late]);
    return { ok: true, detail: `PostgreSQL ${rows[0]?.version ?? ''}, ${kind}` };
  } catch (error) {
    // What the database says stays in the log: this text is public.
    const detail = error === tooLate ? tooLate.message : 'cannot be reached';
    return { ok: false, detail, error };
  } finally {
    clearTimeout(timer);
  }
}
