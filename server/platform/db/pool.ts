import pg from 'pg';
import type { Logger } from 'pino';
import { columnTypes } from './columns.ts';
import { assertOutsideTransaction } from './transaction.ts';

/** Throws if the caller already holds a connection, instead of waiting forever. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    assertOutsideTransaction();
    return callback ? super.connect(callback) : super.connect();
  }
}

/** `pipeline` sends a query before the previous one is answered (see transaction.ts). */
export function createPool(config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new Pool({ ...config, types: columnTypes, pipeline: true });
  // Only the message: pg attaches the whole client to the error.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'an idle connection was lost'));
  // The active query rejects anyway; without a listener, this event would throw.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
