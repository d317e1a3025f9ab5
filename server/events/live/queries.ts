import type { Tx } from '#server/platform/db/database.ts';

export const isVisible = async (tx: Tx, table: 'projects' | 'submissions', id: string) =>
  (await tx.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
