import pg from 'pg';
import type { Logger } from 'pino';
import { columnTypes } from './columns.ts';
import { assertOutsideTransaction } from './transaction.ts';

/** A pool that refuses, instead of waiting for ever, when its caller already holds a connection. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void;
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    assertOutsideTransaction();
    return callback ? super.connect(callback) : super.connect();
  }
}

/**
 * A pool whose lost connections are logged instead of ending the process.
 * `pipeline` lets a query travel before the one in front of it is answered (see transaction.ts).
 */
export function createPool(config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new Pool({ ...config, types: columnTypes, pipeline: true });
  // Not the error itself: pg hangs the whole client on it.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'an idle connection was lost'));
  // A client that is in use tells its query as well; without a listener the event would throw.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
