import { randomBytes } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { SESSION_TIMING } from '#domain/session-timing.ts';
import { hashToken, keyedHash } from '../../crypto.ts';
import type { Database, Tx } from '../../db/database.ts';
import { findByTokenHash, rotateToken, insertSession } from './queries.ts';
import { findRotated } from './session.ts';

export type SessionToken = { token: string; endsAt: Date };

const expiryFrom = (now: Date): Date => new Date(now.getTime() + SESSION_TIMING.idle * 1000);

/**
 * Each secret's successor is derived from it, so two tabs with the same secret get the same result. The returned
 * function throws NOT_SIGNED_IN.
 */
export function createRotation(database: Database, secretKey: string) {
  const successorOf = (token: string) => keyedHash(secretKey, 'session-successor', [token]);

  async function rotate(token: string, now: Date): Promise<SessionToken> {
    const next = successorOf(token);
    const endsAt = expiryFrom(now);
    const hashes = { tokenHash: hashToken(token), nextHash: hashToken(next) };
    const isRotated = await rotateToken(database, { ...hashes, now, expiresAt: endsAt });
    return isRotated ? { token: next, endsAt } : latestToken(token, now);
  }

  async function latestToken(token: string, now: Date): Promise<SessionToken> {
    if ((await findRotated(database, hashToken(token), now)) === null)
      throw new AppError('NOT_SIGNED_IN');
    const next = successorOf(token);
    const session = await findByTokenHash(database, hashToken(next), now);
    return session ? { token: next, endsAt: session.expiresAt } : latestToken(next, now);
  }

  return rotate;
}

export type Origin = { ipAddress: string | null; userAgent: string | null };

const MAX_USER_AGENT_LENGTH = 500;

/** Call it in the transaction that locked the account (`lockAccount`). */
export async function openSession(
  tx: Tx,
  profileId: string,
  { ipAddress, userAgent }: Origin,
  now: Date,
): Promise<SessionToken> {
  const token = randomBytes(32).toString('hex');
  const endsAt = expiryFrom(now);
  await insertSession(tx, {
    userId: profileId,
    token: hashToken(token),
    ipAddress,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    createdAt: now,
    updatedAt: now,
    expiresAt: endsAt,
  });
  return { token, endsAt };
}
