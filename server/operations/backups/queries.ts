import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
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

export type RunRow = Selectable<DB['backupRuns']>;

/** Undefined while another run isn't finished. */
export const insertRun = (
  tx: Tx,
  run: Pick<Insertable<DB['backupRuns']>, 'task' | 'place' | 'name' | 'createdAt'>,
): Promise<RunRow | undefined> =>
  tx
    .insertInto('backupRuns')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const findRun = (tx: Tx, id: string) =>
  tx.selectFrom('backupRuns').selectAll().where('id', '=', id).executeTakeFirst();

/** False if it has ended. */
export const updateRun = async (
  tx: Tx,
  id: string,
  changes: Updateable<DB['backupRuns']>,
): Promise<boolean> => {
  const running = tx.updateTable('backupRuns').set(changes).where('state', '=', 'making');
  return (await running.where('id', '=', id).returning('id').execute()).length > 0;
};

/** Newest first. */
export const listRuns = (tx: Tx) =>
  tx
    .selectFrom('backupRuns')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(1000)
    .execute();

/** Only one process at a time starts the scheduled backup. */
export const lockSchedule = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('overfly: backups'))`.execute(tx);

export const forgetFolder = (tx: Tx, id: string) =>
  tx.updateTable('backupRuns').set({ name: null }).where('id', '=', id).execute();
