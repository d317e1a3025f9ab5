import { sql } from 'kysely';
import { asOwner } from '../db/as-owner.ts';
import type { Tx } from '../db/database.ts';

/** Locks until the transaction ends, so only one process at a time claims the storage. */
export async function lockStorageId(tx: Tx): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('overfly: storage'))`.execute(tx);
  const [row] = await asOwner(tx, tx.selectFrom('auth.storage').select('id'));
  return row?.id;
}

export const insertStorageId = (tx: Tx, id: string) =>
  asOwner(tx, tx.insertInto('auth.storage').values({ id }).returning('id'));

/** A file whose bytes are certain to be in the storage. */
export const findStoredFile = (tx: Tx) =>
  tx
    .selectFrom('files')
    .select('id')
    .where('state', '=', 'ready')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
