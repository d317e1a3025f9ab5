import { createHash } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';
import type { Viewer } from '../db/viewer.ts';
import { isStaffRole, type Role } from '#domain/roles.ts';
import { SESSION_TIMING, type SessionPerson } from '#domain/session.ts';

/** Who a request comes from. `viewer` is what row-level security is told. */
export type RequestSession = {
  sessionId: string;
  /** When its secret is due for another. It is taken after that too, as long as the session lasts. */
  dueAt: Date;
  needsRefresh: boolean;
  /** When it ends unless it is renewed. */
  endsAt: Date;
  user: SessionPerson;
  /** Whether signing in asks the person for a code beside the password. */
  hasSecondFactor: boolean;
  viewer: Viewer;
};

/** How long a secret is still taken after the one that follows was first used: another tab may be using it. */
const OVERLAP_MS = 10_000;

/** SHA-256 of a secret, hex: what the database keeps instead of the secret. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

type Row = {
  session_id: string;
  renewed_at: Date;
  expires_at: Date;
  id: string;
  email: string;
  email_verified: boolean;
  has_second_factor: boolean;
  first_name: string | null;
  last_name: string | null;
  role: Role;
  company_id: string | null;
  company_name: string | null;
  seen_company_id: string | null;
  is_first_use: boolean;
};

/**
 * The company of a profile `p`, `c`, whose things the person sees: none while their address is not
 * verified (account `u`), and none while the company is closed to its clients. db/policies.sql says the same
 * of whoever made a share link.
 */
export const SEEN_COMPANY = 'case when u.email_verified and c.clients_have_access then c.id end';

const SELECT = `select s.id as session_id, s.updated_at as renewed_at, s.expires_at, p.id, u.email, u.email_verified, u.has_second_factor,
    p.first_name, p.last_name,
    p.role, p.company_id, c.company_name, ${SEEN_COMPANY} as seen_company_id,
    exists (select from auth.rotated_tokens r where r.session_id = s.id and r.superseded_at is null) as is_first_use
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  join profiles p on p.id = s.user_id
  left join companies c on c.id = p.company_id`;
const BY_TOKEN = {
  name: 'session-by-token',
  text: `${SELECT} where s.token = $1 and s.expires_at > $2 and p.is_active`,
};
const BY_ID = {
  name: 'session-by-id',
  text: `${SELECT} where s.id = $1 and s.expires_at > $2 and p.is_active`,
};

/**
 * The session of a cookie's secret; null when unknown, over, or of a deactivated person.
 * A secret that was changed is taken until the overlap with the next is over; after it, its use ends
 * the session. The first use of a secret begins the overlap.
 */
export const findSession = async (database: Database, token: string, now: Date) =>
  (await lookUpSession(database, token, now)).session;

/** As findSession; settled when the same secret gives the same answer until something is changed. */
export async function lookUpSession(
  database: Database,
  token: string,
  now: Date,
): Promise<{ session: RequestSession | null; isSettled: boolean }> {
  const tokenHash = hashToken(token);
  const row = await findByToken(database, tokenHash, now);
  if (!row) return { session: await findByOldSecret(database, tokenHash, now), isSettled: false };
  if (row.is_first_use) await beginOverlap(database, row.session_id, tokenHash, now);
  return { session: sessionOf(row, now), isSettled: !row.is_first_use };
}

/** The session of a secret that is about to be handed out, which is no use of it yet; null as above. */
export async function findNewSession(
  database: Database,
  token: string,
  now: Date,
): Promise<RequestSession | null> {
  const tokenHash = hashToken(token);
  const row = await findByToken(database, tokenHash, now);
  return row ? sessionOf(row, now) : findByOldSecret(database, tokenHash, now);
}

async function findByToken(database: Database, tokenHash: string, now: Date) {
  const rows = await ownerQuery<Row>(database, { ...BY_TOKEN, values: [tokenHash, now] });
  return rows[0];
}

async function findByOldSecret(database: Database, tokenHash: string, now: Date) {
  const sessionId = await findRotated(database, tokenHash, now);
  return sessionId === null ? null : findSessionById(database, sessionId, now);
}

/** The session, if it still lasts: for whoever keeps a connection open longer than a secret lives. */
export async function findSessionById(
  database: Database,
  sessionId: string,
  now: Date,
): Promise<RequestSession | null> {
  const [row] = await ownerQuery<Row>(database, { ...BY_ID, values: [sessionId, now] });
  return row ? sessionOf(row, now) : null;
}

async function beginOverlap(database: Database, sessionId: string, tokenHash: string, now: Date) {
  await ownerQuery(database, {
    text: `update auth.rotated_tokens set superseded_at = $3
      where session_id = $1 and token <> $2 and superseded_at is null`,
    values: [sessionId, tokenHash, now],
  });
}

/**
 * Id of the session whose secret this hash was, while the next one has not been used (its answer may
 * have been lost) or was first used a moment ago. When that is longer ago than the overlap somebody
 * has a copy, the thief or the owner: the session ends for both, and it is null.
 */
export async function findRotated(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<string | null> {
  const [rotated] = await ownerQuery<{ session_id: string; superseded_at: Date | null }>(database, {
    text: 'select session_id, superseded_at from auth.rotated_tokens where token = $1',
    values: [tokenHash],
  });
  if (!rotated) return null;
  const supersededAt = rotated.superseded_at ?? now;
  if (now.getTime() - supersededAt.getTime() <= OVERLAP_MS) return rotated.session_id;
  await ownerQuery(database, {
    text: 'delete from auth.sessions where id = $1',
    values: [rotated.session_id],
  });
  return null;
}

const dueOf = (row: Row) => row.renewed_at.getTime() + SESSION_TIMING.lifetime * 1000;

const sessionOf = (row: Row, now: Date): RequestSession => ({
  sessionId: row.session_id,
  dueAt: new Date(dueOf(row)),
  needsRefresh: dueOf(row) - now.getTime() < SESSION_TIMING.renewBelow * 1000,
  endsAt: row.expires_at,
  user: {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    firstName: row.first_name,
    lastName: row.last_name,
    role: row.role,
    companyId: row.company_id,
    companyName: row.company_name,
  },
  hasSecondFactor: row.has_second_factor,
  viewer: viewerOfPerson(row.id, row.role, row.seen_company_id),
});

/** On whose behalf a person acts. `companyId` is that of SEEN_COMPANY; staff have no use for one. */
export const viewerOfPerson = (profileId: string, role: Role, companyId: string | null): Viewer =>
  isStaffRole(role) ? { kind: 'staff', profileId, role } : { kind: 'client', profileId, companyId };
