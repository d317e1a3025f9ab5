import { sql } from 'kysely';
import type { Tx } from '#server/platform/db/database.ts';

/** The lock prevents two processes from sending the same notice. */
export async function lockAndFindLastNotice(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtext('overfly: disk notice'))`.execute(tx);
  return tx
    .selectFrom('auditLog')
    .select(['action', 'at'])
    .where('action', 'in', ['storage.nearly-full', 'storage.has-room'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export const listOperators = (tx: Tx) =>
  tx
    .selectFrom('profiles')
    .select(['id', 'email'])
    .where('role', 'in', ['admin', 'operator'])
    .where('isActive', '=', true)
    .execute();
