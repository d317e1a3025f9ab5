import type { Database, Tx } from '#server/platform/db/database.ts';
import type { Statement } from '#server/platform/db/tables.ts';

/** Which of these files there still are. */
export const findFileIds = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.selectFrom('files').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
};

/** Takes out of restored rows what has no bytes: uploads that had not arrived, and these files with all that hangs on them. */
export const withoutBytes = (gone: readonly string[]): Statement[] => [
  { text: `delete from uploads where state in ('receiving', 'received')` },
  { text: 'delete from files where id = any($1::uuid[])', values: [gone] },
];

/** Says of webhooks why they are disabled. */
export const markRestored = (db: Pick<Database, 'pool'>, ids: readonly string[]) =>
  db.pool.query(`update webhooks set disabled_because = 'restored' where id = any($1::uuid[])`, [
    ids,
  ]);
