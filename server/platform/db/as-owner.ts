import { sql } from 'kysely';
import type { Tx } from './transaction.ts';

/**
 * Runs one query with the owner's rights, for tables that no viewer may read, such as the queue's. Other queries of
 * the transaction must not run at the same time.
 */
export async function asOwner<T>(tx: Tx, query: { execute(): Promise<T> }): Promise<T> {
  await sql`set local role none`.execute(tx);
  const result = await query.execute();
  await sql`set local role overfly_app`.execute(tx);
  return result;
}
