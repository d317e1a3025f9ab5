import type { Insertable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '#server/platform/db/database.ts';

export const insertProfile = (tx: Tx, values: Insertable<DB['profiles']>) =>
  tx.insertInto('profiles').values(values).returning('id').executeTakeFirstOrThrow();

export const isRegistered = async (tx: Tx, email: string) =>
  (await tx.selectFrom('profiles').select('id').where('email', '=', email).executeTakeFirst()) !==
  undefined;
