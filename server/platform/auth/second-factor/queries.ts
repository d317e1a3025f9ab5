import { sql } from 'kysely';
import { asOwner } from '../../db/as-owner.ts';
import type { Tx } from '../../db/database.ts';

/** Returns false if a second factor is already on. */
export async function insertSecret(
  tx: Tx,
  { userId, secret, createdAt }: { userId: string; secret: string; createdAt: Date },
): Promise<boolean> {
  const made = tx
    .insertInto('auth.secondFactors')
    .columns(['userId', 'secret', 'createdAt'])
    .expression((eb) =>
      eb
        .selectFrom('auth.users')
        .select(['id', eb.val(secret).as('secret')])
        .select(sql<Date>`${createdAt}::timestamptz`.as('createdAt'))
        .where('id', '=', userId)
        .where('hasSecondFactor', '=', false),
    )
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ secret, lastStep: 0, createdAt }),
    )
    .returning('userId');
  return (await asOwner(tx, made)).length > 0;
}

export async function findSecret(tx: Tx, userId: string): Promise<string | undefined> {
  const found = tx.selectFrom('auth.secondFactors').select('secret').where('userId', '=', userId);
  return (await asOwner(tx, found))[0]?.secret;
}

/** Returns false if this step or a later one was already used. */
export async function advanceStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const used = tx
    .updateTable('auth.secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .returning('userId');
  return (await asOwner(tx, used)).length > 0;
}

export const removeSecret = (tx: Tx, userId: string) =>
  asOwner(tx, tx.deleteFrom('auth.secondFactors').where('userId', '=', userId));

export const updateSecondFactor = (tx: Tx, userId: string, hasSecondFactor: boolean) =>
  asOwner(tx, tx.updateTable('auth.users').set({ hasSecondFactor }).where('id', '=', userId));

export async function lockSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  const locked = tx
    .selectFrom('auth.secondFactors as f')
    .innerJoin('auth.users as u', 'u.id', 'f.userId')
    .select('f.userId')
    .where('f.userId', '=', userId)
    .where('u.hasSecondFactor', '=', true)
    .forUpdate('f');
  return (await asOwner(tx, locked)).length > 0;
}

export async function findSecondFactor(tx: Tx, userId: string) {
  const found = tx
    .selectFrom('auth.users as u')
    .select((eb) => [
      'u.hasSecondFactor as isOn',
      eb
        .selectFrom('auth.recoveryCodes')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('userId', '=', userId)
        .$asScalar()
        .$notNull()
        .as('recoveryCodesLeft'),
    ])
    .where('u.id', '=', userId);
  return (await asOwner(tx, found))[0] ?? { isOn: false, recoveryCodesLeft: 0 };
}

export const insertRecoveryCodes = (tx: Tx, userId: string, codes: readonly string[]) =>
  asOwner(tx, tx.insertInto('auth.recoveryCodes').values(codes.map((code) => ({ userId, code }))));

export async function takeRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const used = tx
    .deleteFrom('auth.recoveryCodes')
    .where('userId', '=', userId)
    .where('code', '=', code)
    .returning('code');
  return (await asOwner(tx, used)).length > 0;
}

export const removeRecoveryCodes = (tx: Tx, userId: string) =>
  asOwner(tx, tx.deleteFrom('auth.recoveryCodes').where('userId', '=', userId));
