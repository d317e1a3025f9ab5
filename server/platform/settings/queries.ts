import { sql, type Insertable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Tx } from '../db/database.ts';

export const listSettings = (tx: Tx) => tx.selectFrom('settings').selectAll().execute();

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
