import { sql, type Insertable } from 'kysely';
import type { DB } from '#db/types.ts';
import { asOwner } from '../db/as-owner.ts';
import type { Tx } from '../db/database.ts';

export const listSettings = (tx: Tx) => tx.selectFrom('settings').selectAll().execute();

/** Whether there is staff, but no sample site. */
export async function isSampleOver(tx: Tx): Promise<boolean> {
  const query = sql<{ isOver: boolean }>`select not exists (select from sample_rows)
    and exists (select from profiles where role <> 'client') as "isOver"`;
  const { rows } = await asOwner(tx, { execute: () => query.execute(tx) });
  return rows[0]?.isOver === true;
}

export type SettingRow = Awaited<ReturnType<typeof listSettings>>[number];

/** Until the transaction ends, no other one changes settings. */
export const lockSettings = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtext('overfly: settings'))`.execute(tx);

export const saveSetting = (tx: Tx, setting: Insertable<DB['settings']>) =>
  tx
    .insertInto('settings')
    .values(setting)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({
        value: eb.ref('excluded.value'),
        changedAt: eb.ref('excluded.changedAt'),
        changedBy: eb.ref('excluded.changedBy'),
      })),
    )
    .execute();

export const removeSetting = (tx: Tx, name: string) =>
  tx.deleteFrom('settings').where('name', '=', name).execute();

export const findPicture = (tx: Tx, hash: string) =>
  tx.selectFrom('brandImages').select('content').where('hash', '=', hash).executeTakeFirst();
