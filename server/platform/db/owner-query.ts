import type { QueryConfig, QueryResultRow } from 'pg';
import type { Database } from './database.ts';
import { translated } from './unavailable.ts';

/**
 * Runs one statement with the owner's rights, outside of row-level security: for accounts and
 * sessions only. Rejects with DATABASE_UNAVAILABLE when the connection is lost.
 * @returns the rows, named as the columns are
 */
export async function ownerQuery<R extends QueryResultRow>(
  database: Pick<Database, 'pool'>,
  query: QueryConfig<unknown[]>,
): Promise<R[]> {
  try {
    return (await database.pool.query<R>(query)).rows;
  } catch (error) {
    throw translated(error);
  }
}
