import { sql } from 'kysely';
import type { Database, Tx } from '#server/platform/db/database.ts';

export const findFileIds = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.selectFrom('files').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
};

/** Deletes unfinished uploads, the given files, and everything that references those files. */
export async function removeWithoutBytes(tx: Tx, gone: readonly string[]): Promise<void> {
  await tx.deleteFrom('uploads').where('state', 'in', ['receiving', 'received']).execute();
  await tx
    .deleteFrom('files')
    .where('id', '=', sql<string>`any(${gone}::uuid[])`)
    .execute();
}

export const markRestored = ({ owner }: Pick<Database, 'owner'>, ids: readonly string[]) =>
  owner
    .updateTable('webhooks')
    .set({ disabledBecause: 'restored' })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
