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
  markSuperseded,
  type SessionRow,
} from './queries.ts';

export type RequestSession = {
  sessionId: string;
  /** When to renew the secret, which stays valid until the session ends. Null for tokens that never expire. */
  renewAt: Date | null;
  needsRefresh: boolean;
  endsAt: Date;
  user: SessionPerson;
  hasSecondFactor: boolean;
  viewer: Viewer;
  /** Null for a person's session. */
  scopes: readonly TokenScope[] | null;
};

/** How long a replaced secret works after the new one is first used, because another tab may still send it. */
const OVERLAP_MS = 10_000;

/** A replaced secret works until the overlap ends; using it later ends the session. */
export const findSession = async (database: Database, token: string, now: Date) =>
  (await lookUpSession(database, token, now)).session;

/** Cache only `isSettled` results. */
export async function lookUpSession(
  database: Database,
  token: string,
  now: Date,
): Promise<{ session: RequestSession | null; isSettled: boolean }> {
  const tokenHash = hashToken(token);
  const row = await findByTokenHash(database, tokenHash, now);
  if (!row) return { session: await findByOldSecret(database, tokenHash, now), isSettled: false };
  if (row.isFirstUse) await markSuperseded(database, row.sessionId, tokenHash, now);
  return { session: sessionOf(row, now), isSettled: !row.isFirstUse };
}

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

export async function findSessionById(
  database: Database,
  sessionId: string,
  now: Date,
): Promise<RequestSession | null> {
  const row = await findById(database, sessionId, now);
  return row ? sessionOf(row, now) : null;
}

/**
 * Finds the session of a replaced secret; null if unknown. After the overlap, someone must have copied the secret: ends
 * the session and returns null. /
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

const renewalTimeOf = (row: SessionRow) => row.renewedAt.getTime() + SESSION_TIMING.lifetime * 1000;

function sessionOf(row: SessionRow, now: Date): RequestSession {
  const { sessionId, expiresAt, hasSecondFactor, seenCompanyId } = row;
  const user = personOf(row);
  return {
    sessionId,
    renewAt: new Date(renewalTimeOf(row)),
    needsRefresh: renewalTimeOf(row) - now.getTime() < SESSION_TIMING.renewBelow * 1000,
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

type SecondFactorConfig = Pick<Config, 'staffTwoFactor'>;
type SecondFactorState = Pick<RequestSession, 'hasSecondFactor'> & { user: { role: Role } };

export const mustSetUpSecondFactor = (
  { staffTwoFactor }: SecondFactorConfig,
  session: SecondFactorState,
): boolean =>
  staffTwoFactor === 'required' && isStaffRole(session.user.role) && !session.hasSecondFactor;

export const isBlocked = ({ viewer }: Pick<RequestSession, 'viewer'>): boolean =>
  viewer.kind === 'anonymous';
