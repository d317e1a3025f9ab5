import type { Database } from './database.ts';
import { translated } from './unavailable.ts';

/** The database as it was at one moment, whatever others change meanwhile. */
export type Snapshot = {
  /**
   * What a query answers in its first column, a text, row by row. One at a time: a second one may begin when
   * the first was read to its end, or broken off.
   */
  texts(query: string, values?: readonly unknown[]): AsyncGenerator<string>;
};

/** Rows that are asked for at once: of the longest, some kilobytes each. */
const AT_ONCE = 500;

/**
 * Reads with the owner's rights, in one transaction that sees nothing of what is committed after it began, and
 * holds nobody up but who changes tables. Instants are written in UTC.
 */
export async function withSnapshot<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translated(error);
  });
  async function* texts(query: string, values: readonly unknown[] = []) {
    await client.query(`declare overfly_rows no scroll cursor for ${query}`, [...values]);
    try {
      for (;;) {
        const fetched = { text: `fetch ${AT_ONCE} from overfly_rows`, rowMode: 'array' as const };
        const { rows } = await client.query<[string]>(fetched);
        for (const [text] of rows) yield text;
        if (rows.length < AT_ONCE) return;
      }
    } finally {
      // In a transaction that has failed nothing is left to close.
      await client.query('close overfly_rows').catch(() => {});
    }
  }
  let isDone = false;
  try {
    await client.query('start transaction isolation level repeatable read, read only');
    await client.query(`set local timezone = 'UTC'`);
    const result = await work({ texts });
    await client.query('commit');
    isDone = true;
    return result;
  } catch (error) {
    throw translated(error);
  } finally {
    // A connection whose transaction is still open is closed, which ends it.
    client.release(!isDone);
  }
}
