import { Socket } from 'node:net';
import pg from 'pg';
import type { Context } from '#server/platform/context.ts';

/**
 * Runs `work` and resolves with its result, or with null, at once, while another process on the same
 * database is at such work. A process that dies in it holds nobody up.
 */
export async function alone<T>({ db }: Context, work: () => Promise<T>): Promise<T | null> {
  // The embedded database belongs to one process anyway.
  if (db.kind === 'embedded') return work();
  const { connectionString } = db.pool.options;
  // A connection of its own, for a pool would wait for it at the end; it keeps no process alive.
  const client = new pg.Client({ connectionString, stream: () => new Socket().unref() });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ free: boolean }>(
      `select pg_try_advisory_lock(hashtext('overfly: sample site')) as free`,
    );
    return rows[0]?.free === true ? await work() : null;
  } finally {
    // Gives the lock back.
    await client.end();
  }
}
