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
import { createTransactions, type Tx } from './transaction.ts';
import type { Viewer } from './viewer.ts';

export { afterCommit, viewerOf, type Tx } from './transaction.ts';

export type Database = {
  readonly kind: 'server' | 'embedded';
  /** Bypasses row-level security: only for platform code. */
  readonly owner: Kysely<DB>;
  readonly pool: pg.Pool;
  /**
   * Can't be nested. Runs `work` again after a deadlock, so it must change only the database. Throws
   * DATABASE_UNAVAILABLE.
   */
  as<T>(viewer: Viewer, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Like `as`, for exactly one query, in one round trip instead of three. A second query throws. */
  ask<T>(viewer: Viewer, query: (tx: Tx) => Promise<T>): Promise<T>;
  observe(observer: QueryObserver): void;
  /** For the health page: never rejects, and resolves within 2 seconds. */
  state(): Promise<PartState>;
  close(): Promise<void>;
};

const CONNECT_TIMEOUT_MS = 5000;
const STATE_TIMEOUT_MS = 2000;
const POOL_SIZE = 12;

/**
 * Doesn't reject if the server is unreachable; its queries do. @throws {Error} if another process uses the embedded
 * database
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
  return createDatabase('embedded', embedded, log);
}

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
  // JIT compilation takes longer than our longest query.
  pool.on('connect', (client) => void client.query('set jit = off').catch(() => {}));
  return createDatabase('server', { pool, close: () => pool.end() }, log);
}

export function createDatabase(
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
    ...createTransactions({ kind, pool }, owner, log),
    observe: (observer) => observeQueries(pool, observer),
    state: () => stateOf(pool, kind),
    close: () => source.close(),
  };
}

const timeoutError = new Error('no response within 2 seconds');

async function stateOf(pool: pg.Pool, kind: Database['kind']): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timeoutError), STATE_TIMEOUT_MS);
  });
  try {
    const asked = pool.query<{ version: string }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version`,
    );
    asked.catch(() => {}); // ignores a failure after the timeout
    const { rows } = await Promise.race([asked, late]);
    return { ok: true, detail: `PostgreSQL ${rows[0]?.version ?? ''}, ${kind}` };
  } catch (error) {
    // The database's message is only for the log: `detail` is public.
    const detail = error === timeoutError ? timeoutError.message : 'cannot be reached';
    return { ok: false, detail, error };
  } finally {
    clearTimeout(timer);
  }
}
