import type { Database } from './database.ts';
import { translateError } from './unavailable.ts';

export type Snapshot = {
  /** The first column, row by row. Finish one query before starting the next. */
  texts(query: string, values?: readonly unknown[]): AsyncGenerator<string>;
};

const ROWS_PER_FETCH = 500;

/** Repeatable read with the owner's rights; blocks only schema changes. Timestamps are in UTC. */
export async function withSnapshot<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw translateError(error);
  });
  async function* texts(query: string, values: readonly unknown[] = []) {
    await client.query(`declare overfly_rows no scroll cursor for ${query}`, [...values]);
    try {
      for (;;) {
        const fetched = {
          text: `fetch ${ROWS_PER_FETCH} from overfly_rows`,
          rowMode: 'array' as const,
        };
        const { rows } = await client.query<[string]>(fetched);
        for (const [text] of rows) yield text;
        if (rows.length < ROWS_PER_FETCH) return;
      }
    } finally {
      // Fails if the transaction has failed; nothing is left to close then.
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
    throw translateError(error);
  } finally {
    // Closing the connection ends an open transaction.
    client.release(!isDone);
  }
}
