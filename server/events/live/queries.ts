import type { Tx } from '#server/platform/db/database.ts';

/** Whether row policies show this row to the transaction's viewer. */
export const isVisible = async (tx: Tx, table: 'projects' | 'submissions', id: string) =>
  (await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
