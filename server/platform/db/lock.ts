import { Socket } from 'node:net';
import pg from 'pg';
import type { Database } from './database.ts';

/** Returns null immediately if another process on this database holds the lock. A process that dies releases it. */
export async function withLock<T>(
  database: Database,
  name: string,
  work: () => Promise<T>,
): Promise<T | null> {
  if (database.kind === 'embedded') return work();
  const { connectionString } = database.pool.options;
  // A separate connection, because closing the pool would wait for it.
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
