import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect,
  type Driver,
  type Kysely,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { takeConnection, type PgConnection } from './connection.ts';

/** PostgreSQL through a pool that somebody else owns and closes. */
export function poolDialect(pool: pg.Pool): Dialect {
  return {
    createDriver: () => new PoolDriver(pool),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  };
}

class PoolDriver implements Driver {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<PgConnection> {
    return takeConnection(this.#pool);
  }

  async beginTransaction(connection: PgConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : '';
    const mode = settings.accessMode ? ` ${settings.accessMode}` : '';
    await connection.run(`start transaction${level}${mode}`);
  }

  commitTransaction(connection: PgConnection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: PgConnection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: PgConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {}
}
