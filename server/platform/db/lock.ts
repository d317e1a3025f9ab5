import { Socket } from 'node:net';
import pg from 'pg';
import type { Database } from './database.ts';

/**
 * Runs `work` under the lock of this name and resolves with its result, or with null, at once, while
 * another process on the same database holds it. A process that dies gives it back.
 */
export async function withLock<T>(
  database: Database,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  // The embedded database belongs to one process anyway.
  if (database.kind === 'embedded') return work();
  const { connectionString } = database.pool.options;
  // A connection of its own, for a pool would wait for it at the end; it keeps no process alive.
  const client = new pg.Client({ connectionString, stream: () => new Socket().unref() });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as free',
      [`overfly: ${name}`],
    );
    return rows[0]?.free === true ? await work() : null;
  } finally {
    await client.end();
  }
}
