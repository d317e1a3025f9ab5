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

/** With the name of the person who connected it, and without any secret. */
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

/** Answers the grant of an account that is gone now. */
export const deleteGrant = (tx: Tx) =>
  asOwner(tx, {
    execute: () =>
      tx
        .deleteFrom('auth.driveGrants')
        .where('kind', '=', 'account')
        .returningAll()
        .executeTakeFirst(),
  });

/** The row of the service account of the settings; one of other settings makes room. */
export async function keepServiceAccount({ owner }: Owner, email: string, scopes: string[]) {
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

/**
 * Takes the right to ask Google for the next access token, for half a minute: true for one process at a
 * time, and only while the token is still the one that was read.
 */
export const takeRefresh = async ({ owner }: Owner, { kind, accessToken }: GrantRow) =>
  (await owner
    .updateTable('auth.driveGrants')
    .set({ refreshingUntil: sql<Date>`now() + interval '30 seconds'` })
    .where('kind', '=', kind)
    .where('accessToken', 'is not distinct from', accessToken)
    .where(sql<boolean>`coalesce(refreshing_until < now(), true)`)
    .returning('kind')
    .executeTakeFirst()) !== undefined;

/** Changes a grant unless another one has taken its place since it was read. */
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

/** Forgets an access token that Google refused, unless it has been replaced already. */
export const dropAccessToken = ({ owner }: Owner, { kind, accessToken }: GrantRow) =>
  owner
    .updateTable('auth.driveGrants')
    .set({ accessToken: null, accessTokenExpiresAt: null })
    .where('kind', '=', kind)
    .where('accessToken', '=', accessToken)
    .execute();

/** Lets go of those that are over by the way. */
export async function insertConsent(
  { owner }: Owner,
  now: Date,
  consent: Insertable<DB['auth.driveConsents']>,
) {
  await owner.deleteFrom('auth.driveConsents').where('expiresAt', '<=', now).execute();
  await owner.insertInto('auth.driveConsents').values(consent).execute();
}

/** Uses a question up, whoever asks for it and whether it is still good. */
export const takeConsent = ({ owner }: Owner, stateHash: string) =>
  owner
    .deleteFrom('auth.driveConsents')
    .where('stateHash', '=', stateHash)
    .returningAll()
    .executeTakeFirst();
