import { sql } from 'kysely';
import type { Tx } from './transaction.ts';

/**
 * Runs `query` with the owner's rights inside a viewer's transaction: for tables that belong to
 * no viewer, such as those of the queue. The transaction is the viewer's again when it resolves, so
 * no other query of the transaction may run beside it.
 */
export async function asOwner<T>(tx: Tx, query: { execute(): Promise<T> }): Promise<T> {
  await sql`set local role none`.execute(tx);
  const result = await query.execute();
  await sql`set local role overfly_app`.execute(tx);
  return result;
}
