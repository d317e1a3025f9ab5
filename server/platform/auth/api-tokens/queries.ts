import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { compiledOnce } from '../../db/compiled-once.ts';
import type { Database } from '../../db/database.ts';
import { SEEN_COMPANY } from '../sessions/queries.ts';

const selectTokens = (owner: Kysely<DB>, now: Date) =>
  owner
    .selectFrom('apiTokens as t')
    .innerJoin('auth.users as u', 'u.id', 't.personId')
    .innerJoin('profiles as p', 'p.id', 't.personId')
    .leftJoin('companies as c', 'c.id', 'p.companyId')
    .select(['t.id as tokenId', 't.name as tokenName', 't.scopes', 't.expiresAt', 't.lastUsedAt'])
    .select(['u.email', 'u.emailVerified', 'u.hasSecondFactor'])
    .select(['p.id', 'p.firstName', 'p.lastName', 'p.role', 'p.companyId'])
    .select(['p.units', 'c.companyName', SEEN_COMPANY.as('seenCompanyId')])
    .where((t) => t.or([t('t.expiresAt', 'is', null), t('t.expiresAt', '>', now)]))
    .where('p.isActive', '=', true);

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findById>>>;

const byHash = compiledOnce((owner, tokenHash: string, now: Date) =>
  selectTokens(owner, now).where('t.tokenHash', '=', tokenHash),
);

export const findByHash = async ({ owner }: Database, tokenHash: string, now: Date) =>
  (await byHash(owner, tokenHash, now))[0];

export const findById = ({ owner }: Database, id: string, now: Date) =>
  selectTokens(owner, now).where('t.id', '=', id).executeTakeFirst();

/** Notes when a token was used. */
export const noteUse = ({ owner }: Database, id: string, now: Date) =>
  owner.updateTable('apiTokens').set({ lastUsedAt: now }).where('id', '=', id).execute();
