import type { TokenScope } from '#domain/api-tokens.ts';
import { isStaffRole, type Role } from '#domain/roles.ts';
import { SESSION_TIMING } from '#domain/session-timing.ts';
import type { SessionPerson } from '#domain/session.ts';
import type { Config } from '#server/config.ts';
import { hashToken } from '../../crypto.ts';
import type { Database } from '../../db/database.ts';
import type { ActingToken, Viewer } from '../../db/viewer.ts';
import {
  endByOldTokenHash,
  findById,
  findByTokenHash,
  findRotatedToken,
  supersede,
  type SessionRow,
} from './queries.ts';

/** Who a request comes from. `viewer` is what row-level security is told. */
export type RequestSession = {
  sessionId: string;
  /** When its secret is due for another. It is taken after that too, as long as the session lasts. Null of a token that never ends. */
  dueAt: Date | null;
  needsRefresh: boolean;
  /** When it ends unless it is renewed. */
  endsAt: Date;
  user: SessionPerson;
  /** Whether signing in asks the person for a code beside the password. */
  hasSecondFactor: boolean;
  viewer: Viewer;
  /** What a program may do that acts in the person's name; null for a person in a session. */
  scopes: readonly TokenScope[] | null;
};

/** How long a secret is still taken after the one that follows was first used: another tab may be using it. */
const OVERLAP_MS = 10_000;

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
  const row = await findByTokenHash(database, tokenHash, now);
  if (!row) return { session: await findByOldSecret(database, tokenHash, now), isSettled: false };
  if (row.isFirstUse) await supersede(database, row.sessionId, tokenHash, now);
  return { session: sessionOf(row, now), isSettled: !row.isFirstUse };
}

/** The session of a secret that is about to be handed out, which is no use of it yet; null as above. */
export async function findNewSession(
  database: Database,
  token: string,
  now: Date,
): Promise<RequestSession | null> {
  const tokenHash = hashToken(token);
  const row = await findByTokenHash(database, tokenHash, now);
  return row ? sessionOf(row, now) : findByOldSecret(database, tokenHash, now);
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
  const row = await findById(database, sessionId, now);
  return row ? sessionOf(row, now) : null;
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
  const rotated = await findRotatedToken(database, tokenHash);
  if (!rotated) return null;
  const supersededAt = rotated.supersededAt ?? now;
  if (now.getTime() - supersededAt.getTime() <= OVERLAP_MS) return rotated.sessionId;
  await endByOldTokenHash(database, tokenHash);
  return null;
}

const dueOf = (row: SessionRow) => row.renewedAt.getTime() + SESSION_TIMING.lifetime * 1000;

function sessionOf(row: SessionRow, now: Date): RequestSession {
  const { sessionId, expiresAt, hasSecondFactor, seenCompanyId } = row;
  const user = personOf(row);
  return {
    sessionId,
    dueAt: new Date(dueOf(row)),
    needsRefresh: dueOf(row) - now.getTime() < SESSION_TIMING.renewBelow * 1000,
    endsAt: expiresAt,
    user,
    hasSecondFactor,
    viewer: viewerOfPerson(user.id, user.role, seenCompanyId),
    scopes: null,
  };
}

export const personOf = (row: SessionPerson): SessionPerson => {
  const { id, email, emailVerified, firstName, lastName, role, companyId, companyName, units } =
    row;
  return { id, email, emailVerified, firstName, lastName, role, companyId, companyName, units };
};

/** On whose behalf a person acts. `companyId` is the one whose things they see; staff have no use for one. */
export const viewerOfPerson = (
  profileId: string,
  role: Role,
  companyId: string | null,
  apiToken?: ActingToken,
): Viewer => ({
  ...(isStaffRole(role)
    ? { kind: 'staff', profileId, role }
    : { kind: 'client', profileId, companyId }),
  ...(apiToken && { apiToken }),
});

type Duty = Pick<Config, 'staffTwoFactor'>;
type Factor = Pick<RequestSession, 'hasSecondFactor'> & { user: { role: Role } };

/** Whether the settings ask a second factor of this person that they have not set up yet. */
export const mustSetUpSecondFactor = ({ staffTwoFactor }: Duty, session: Factor): boolean =>
  staffTwoFactor === 'required' && isStaffRole(session.user.role) && !session.hasSecondFactor;

/** Whether a session that was read for a request is held back for that reason. */
export const isHeldBack = ({ viewer }: Pick<RequestSession, 'viewer'>): boolean =>
  viewer.kind === 'anonymous';
