import {
  type LimitNode,
  type OffsetNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Dialect,
  type Driver,
  type Kysely,
  type TransactionSettings,
  ValueNode,
} from 'kysely';
import type pg from 'pg';
import { takeConnection, type PgConnection } from './connection.ts';

export function poolDialect(pool: pg.Pool): Dialect {
  return {
    createDriver: () => new PoolDriver(pool),
    createQueryCompiler: () => new QueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  };
}

/** Inlines limits: a cached plan doesn't see parameters, assumes a tenth of all rows, and scans a whole index. */
class QueryCompiler extends PostgresQueryCompiler {
  protected override visitLimit({ limit, ...node }: LimitNode): void {
    const isKnown = ValueNode.is(limit) && typeof limit.value === 'number';
    super.visitLimit({ ...node, limit: isKnown ? ValueNode.createImmediate(limit.value) : limit });
  }

  protected override visitOffset({ offset, ...node }: OffsetNode): void {
    const isFirst = ValueNode.is(offset) && offset.value === 0;
    super.visitOffset({ ...node, offset: isFirst ? ValueNode.createImmediate(0) : offset });
  }
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
