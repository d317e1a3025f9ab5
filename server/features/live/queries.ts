import type { Tx } from '#server/platform/db/database.ts';

export const isProjectVisible = async (tx: Tx, id: string) =>
  (await tx.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;
