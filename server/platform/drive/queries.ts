import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Database, Tx } from '../db/database.ts';
import { asOwner } from '../db/as-owner.ts';
import { personName } from '../db/expressions.ts';

type Owner = Pick<Database, 'owner'>;
export type GrantKind = 'account' | 'service-account';
export type GrantRow = Selectable<DB['auth.driveGrants']>;
export type NewGrant = Insertable<DB['auth.driveGrants']>;

export const findGrant = ({ owner }: Owner, kind: GrantKind) =>
  owner.selectFrom('auth.driveGrants').selectAll().where('kind', '=', kind).executeTakeFirst();

export const findGrantForPeople = ({ owner }: Owner, kind: GrantKind) =>
  owner
    .selectFrom('auth.driveGrants as grant')
    .leftJoin('profiles', 'profiles.id', 'grant.connectedBy')
    .select(['grant.kind', 'grant.email', 'grant.name', 'grant.scopes', 'grant.connectedAt'])
    .select(['grant.lastUsedAt', 'grant.expiredAt'])
    .select(personName().as('connectedBy'))
    .where('grant.kind', '=', kind)
    .executeTakeFirst();

export const insertGrant = (tx: Tx, grant: NewGrant) =>
  asOwner(tx, tx.insertInto('auth.driveGrants').values(grant));

export const deleteGrant = (tx: Tx) =>
  asOwner(tx, {
    execute: () =>
      tx
        .deleteFrom('auth.driveGrants')
        .where('kind', '=', 'account')
        .returningAll()
        .executeTakeFirst(),
  });

export async function saveServiceAccount({ owner }: Owner, email: string, scopes: string[]) {
  await owner
    .deleteFrom('auth.driveGrants')
    .where('kind', '=', 'service-account')
    .where('email', '<>', email)
    .execute();
  await owner
    .insertInto('auth.driveGrants')
    .values({ kind: 'service-account', email, scopes })
    .onConflict((conflict) => conflict.column('kind').doNothing())
    .execute();
}

/** Claims the token refresh for 30 seconds. Returns true in only one process, and only if the token hasn't changed. */
export const claimRefresh = async ({ owner }: Owner, { kind, accessToken }: GrantRow) =>
  (await owner
    .updateTable('auth.driveGrants')
    .set({ refreshingUntil: sql<Date>`now() + interval '30 seconds'` })
    .where('kind', '=', kind)
    .where('accessToken', 'is not distinct from', accessToken)
    .where(sql<boolean>`coalesce(refreshing_until < now(), true)`)
    .returning('kind')
    .executeTakeFirst()) !== undefined;

/** Does nothing if the grant has been replaced. */
export const updateGrant = (
  { owner }: Owner,
  { kind, email, refreshToken }: Pick<GrantRow, 'kind' | 'email' | 'refreshToken'>,
  changes: Updateable<DB['auth.driveGrants']>,
) =>
  owner
    .updateTable('auth.driveGrants')
    .set(changes)
    .where('kind', '=', kind)
    .where('email', '=', email)
    .where('refreshToken', 'is not distinct from', refreshToken)
    .execute();

/** Does nothing if the token has been replaced. */
export const dropAccessToken = ({ owner }: Owner, { kind, accessToken }: GrantRow) =>
  owner
    .updateTable('auth.driveGrants')
    .set({ accessToken: null, accessTokenExpiresAt: null })
    .where('kind', '=', kind)
    .where('accessToken', '=', accessToken)
    .execute();

export async function insertConsent(
  { owner }: Owner,
  now: Date,
  consent: Insertable<DB['auth.driveConsents']>,
) {
  await owner.deleteFrom('auth.driveConsents').where('expiresAt', '<=', now).execute();
  await owner.insertInto('auth.driveConsents').values(consent).execute();
}

/** The consent is used up even if it has expired or belongs to another session. */
export const takeConsent = ({ owner }: Owner, stateHash: string) =>
  owner
    .deleteFrom('auth.driveConsents')
    .where('stateHash', '=', stateHash)
    .returningAll()
    .executeTakeFirst();
