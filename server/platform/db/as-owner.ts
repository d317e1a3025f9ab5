import { sql } from 'kysely';
import type { Tx } from './transaction.ts';

/** For tables that viewers can't access. Don't run it in parallel with another query of the transaction. */
export async function asOwner<T>(tx: Tx, query: { execute(): Promise<T> }): Promise<T> {
  await sql`set local role none`.execute(tx);
  const result = await query.execute();
  await sql`set local role overfly_app`.execute(tx);
  return result;
}
