import { expect, onTestFinished } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';

type Table = 'projects' | 'submissions' | 'files' | 'uploads';

/**
 * Locks a row in a separate transaction, as if it were about to be removed; only on a PostgreSQL server, which has
 * several connections. Released at the end of the test at the latest.
 */
export async function holdRow(db: Database, table: Table, id: string) {
  const client = await db.pool.connect();
  let isHeld = true;
  const release = async () => {
    if (!isHeld) return;
    isHeld = false;
    await client.query('commit');
    client.release();
  };
  onTestFinished(release);
  await client.query('begin');
  await client.query(`select from ${table} where id = $1 for update`, [id]);
  return {
    query: (text: string, values?: unknown[]) => client.query(text, values),
    /** Whether no other transaction has locked that row. */
    async isFree(other: Table, otherId: string) {
      const { rowCount } = await client.query(
        `select from ${other} where id = $1 for update skip locked`,
        [otherId],
      );
      return rowCount === 1;
    },
    release,
  };
}

/** Resolves when this many transactions wait for a lock. */
export async function waitUntilBlocked(db: Database, number = 1): Promise<void> {
  const waiting = `select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  const count = async () => (await db.pool.query(waiting)).rowCount;
  await expect.poll(count, { timeout: 20_000 }).toBe(number);
}
