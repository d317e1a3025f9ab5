import { sql, type Insertable, type Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { asOwner } from '../../db/as-owner.ts';
import { compiledOnce } from '../../db/compiled-once.ts';
import type { Database, Tx } from '../../db/database.ts';

/** db/policies.sql has the same rule for people who created a share link. */
const VISIBLE_COMPANY = sql<
  string | null
>`case when u.email_verified and c.clients_have_access then c.id end`;

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findByTokenHash>>>;

const selectSessions = (owner: Kysely<DB>, now: Date) =>
  owner
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', 'u.id', 's.userId')
    .innerJoin('profiles as p', 'p.id', 's.userId')
    .leftJoin('companies as c', 'c.id', 'p.companyId')
    .select(['s.id as sessionId', 's.updatedAt as renewedAt', 's.expiresAt'])
    .select(['u.email', 'u.emailVerified', 'u.hasSecondFactor'])
    .select(['p.id', 'p.firstName', 'p.lastName', 'p.role', 'p.companyId', 'p.units'])
    .select(['c.companyName', VISIBLE_COMPANY.as('seenCompanyId')])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('auth.rotatedTokens as r')
            .select('r.token')
            .whereRef('r.sessionId', '=', 's.id')
            .where('r.supersededAt', 'is', null),
        )
        .as('isFirstUse'),
    )
    .where('s.expiresAt', '>', now)
    .where('p.isActive', '=', true);

const byTokenHash = compiledOnce((owner, tokenHash: string, now: Date) =>
  selectSessions(owner, now).where('s.token', '=', tokenHash),
);

export const findByTokenHash = async ({ owner }: Database, tokenHash: string, now: Date) =>
  (await byTokenHash(owner, tokenHash, now))[0];

export const findById = ({ owner }: Database, sessionId: string, now: Date) =>
  selectSessions(owner, now).where('s.id', '=', sessionId).executeTakeFirst();

export const insertSession = (tx: Tx, session: Insertable<DB['auth.sessions']>) =>
  asOwner(tx, tx.insertInto('auth.sessions').values(session));

type Rotation = { tokenHash: string; nextHash: string; now: Date; expiresAt: Date };

export async function rotateToken(
  { owner }: Database,
  { tokenHash, nextHash, now, expiresAt }: Rotation,
): Promise<boolean> {
  const rotated = await owner
    .with('rotated', (db) =>
      db
        .updateTable('auth.sessions as s')
        .from('profiles as p')
        .set({ token: nextHash, expiresAt, updatedAt: now })
        .whereRef('p.id', '=', 's.userId')
        .where('s.token', '=', tokenHash)
        .where('s.expiresAt', '>', now)
        .where('p.isActive', '=', true)
        .returning('s.id'),
    )
    .with('superseded', (db) =>
      db
        .updateTable('auth.rotatedTokens as r')
        .from('rotated')
        .set({ supersededAt: now })
        .whereRef('r.sessionId', '=', 'rotated.id')
        .where('r.supersededAt', 'is', null),
    )
    .insertInto('auth.rotatedTokens')
    .columns(['token', 'sessionId'])
    .expression((eb) => eb.selectFrom('rotated').select([eb.val(tokenHash).as('token'), 'id']))
    .returning('sessionId')
    .execute();
  return rotated.length > 0;
}

export const findRotatedToken = ({ owner }: Database, tokenHash: string) =>
  owner
    .selectFrom('auth.rotatedTokens')
    .select(['sessionId', 'supersededAt'])
    .where('token', '=', tokenHash)
    .executeTakeFirst();

export const markSuperseded = (
  { owner }: Database,
  sessionId: string,
  tokenHash: string,
  now: Date,
) =>
  owner
    .updateTable('auth.rotatedTokens')
    .set({ supersededAt: now })
    .where('sessionId', '=', sessionId)
    .where('token', '<>', tokenHash)
    .where('supersededAt', 'is', null)
    .execute();

export const listOwnSessions = ({ owner }: Database, profileId: string, now: Date) =>
  owner
    .selectFrom('auth.sessions as s')
    .leftJoin('auth.sessionSightings as v', 'v.sessionId', 's.id')
    .select(['s.id', 's.ipAddress', 's.userAgent', 's.createdAt', 's.expiresAt as endsAt'])
    .select(sql<Date>`greatest(s.updated_at, v.seen_at)`.as('lastSeenAt'))
    .where('s.userId', '=', profileId)
    .where('s.expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('s.id')
    .execute();

export type OwnSessionRow = Awaited<ReturnType<typeof listOwnSessions>>[number];

const RECORD_SEEN_EVERY_MS = 60_000;

/** Writes at most once a minute. */
export const recordSeen = ({ owner }: Database, sessionId: string, now: Date) =>
  owner
    .insertInto('auth.sessionSightings')
    .columns(['sessionId', 'seenAt'])
    .expression((eb) =>
      eb
        .selectFrom('auth.sessions')
        .select(['id', sql<Date>`${now}::timestamptz`.as('seenAt')])
        .where('id', '=', sessionId),
    )
    .onConflict((conflict) =>
      conflict
        .column('sessionId')
        .doUpdateSet({ seenAt: now })
        .where(
          'auth.sessionSightings.seenAt',
          '<=',
          new Date(now.getTime() - RECORD_SEEN_EVERY_MS),
        ),
    )
    .execute();

export const endByTokenHash = ({ owner }: Database, tokenHash: string) =>
  owner.deleteFrom('auth.sessions').where('token', '=', tokenHash).execute();

export const endByOldTokenHash = ({ owner }: Database, tokenHash: string) =>
  owner
    .deleteFrom('auth.sessions')
    .where('id', 'in', (eb) =>
      eb.selectFrom('auth.rotatedTokens').select('sessionId').where('token', '=', tokenHash),
    )
    .execute();

export async function endOwnSession(tx: Tx, profileId: string, sessionId: string) {
  const ended = tx
    .deleteFrom('auth.sessions')
    .where('userId', '=', profileId)
    .where('id', '=', sessionId)
    .returning('id');
  return (await asOwner(tx, ended)).length > 0;
}

export async function endOwnSessions(tx: Tx, profileId: string, exceptId: string | null) {
  const ended = tx
    .deleteFrom('auth.sessions')
    .where('userId', '=', profileId)
    .where('id', 'is distinct from', exceptId)
    .returning('id');
  return (await asOwner(tx, ended)).length;
}

export const removeEnded = ({ owner }: Database, now: Date) =>
  owner.deleteFrom('auth.sessions').where('expiresAt', '<=', now).execute();

export const removeSuperseded = ({ owner }: Database, before: Date) =>
  owner.deleteFrom('auth.rotatedTokens').where('supersededAt', '<=', before).execute();

const selectTokens = (owner: Kysely<DB>, now: Date) =>
  owner
    .selectFrom('apiTokens as t')
    .innerJoin('auth.users as u', 'u.id', 't.personId')
    .innerJoin('profiles as p', 'p.id', 't.personId')
    .leftJoin('companies as c', 'c.id', 'p.companyId')
    .select(['t.id as tokenId', 't.name as tokenName', 't.scopes', 't.expiresAt', 't.lastUsedAt'])
    .select(['u.email', 'u.emailVerified', 'u.hasSecondFactor'])
    .select(['p.id', 'p.firstName', 'p.lastName', 'p.role', 'p.companyId'])
    .select(['p.units', 'c.companyName', VISIBLE_COMPANY.as('seenCompanyId')])
    .where((t) => t.or([t('t.expiresAt', 'is', null), t('t.expiresAt', '>', now)]))
    .where('p.isActive', '=', true);

export type TokenRow = NonNullable<Awaited<ReturnType<typeof findTokenById>>>;

const tokenByHash = compiledOnce((owner, tokenHash: string, now: Date) =>
  selectTokens(owner, now).where('t.tokenHash', '=', tokenHash),
);

export const findTokenByHash = async ({ owner }: Database, tokenHash: string, now: Date) =>
  (await tokenByHash(owner, tokenHash, now))[0];

export const findTokenById = ({ owner }: Database, id: string, now: Date) =>
  selectTokens(owner, now).where('t.id', '=', id).executeTakeFirst();

export const recordTokenUse = ({ owner }: Database, id: string, now: Date) =>
  owner.updateTable('apiTokens').set({ lastUsedAt: now }).where('id', '=', id).execute();
