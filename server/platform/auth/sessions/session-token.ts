import { randomBytes } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { SESSION_TIMING } from '#domain/session-timing.ts';
import { hashToken, keyedHash } from '../../crypto.ts';
import type { Database, Tx } from '../../db/database.ts';
import { findByTokenHash, rotateToken, insertSession } from './queries.ts';
import { findRotated } from './session.ts';

/** A secret that opens something, and when that ends unless it is renewed. */
export type SessionToken = { token: string; endsAt: Date };

/** When a session ends that is opened or renewed now, and not once more. */
const endAfter = (now: Date): Date => new Date(now.getTime() + SESSION_TIMING.idle * 1000);

/**
 * Changes the secret of a session, also long after it was due, and lengthens the session. What follows a secret is computed from it with
 * the secret key, so that two tabs that come with the same one get the same answer, in any order,
 * and the database still holds hashes only. NOT_SIGNED_IN when there is no such session any more.
 */
export function createRotation(database: Database, secretKey: string) {
  const successorOf = (token: string) => keyedHash(secretKey, 'session-successor', [token]);

  async function rotate(token: string, now: Date): Promise<SessionToken> {
    const next = successorOf(token);
    const endsAt = endAfter(now);
    const hashes = { tokenHash: hashToken(token), nextHash: hashToken(next) };
    const isRotated = await rotateToken(database, { ...hashes, now, expiresAt: endsAt });
    return isRotated ? { token: next, endsAt } : newestAfter(token, now);
  }

  /** The present secret of a session from one that it had within the overlap. */
  async function newestAfter(token: string, now: Date): Promise<SessionToken> {
    if ((await findRotated(database, hashToken(token), now)) === null)
      throw new AppError('NOT_SIGNED_IN');
    const next = successorOf(token);
    const session = await findByTokenHash(database, hashToken(next), now);
    return session ? { token: next, endsAt: session.expiresAt } : newestAfter(next, now);
  }

  return rotate;
}

/** Where a request comes from; the address is of the connection, or of what the proxies are trusted to say. */
export type Origin = { ipAddress: string | null; userAgent: string | null };

const LONGEST_USER_AGENT = 500;

/**
 * Opens a session in the transaction that holds what it is opened for, so that no change of a
 * password and no deactivation comes in between. Its secret has 256 bits and looks as renewed ones do.
 */
export async function openSession(
  tx: Tx,
  profileId: string,
  { ipAddress, userAgent }: Origin,
  now: Date,
): Promise<SessionToken> {
  const token = randomBytes(32).toString('hex');
  const endsAt = endAfter(now);
  await insertSession(tx, {
    userId: profileId,
    token: hashToken(token),
    ipAddress,
    userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
    createdAt: now,
    updatedAt: now,
    expiresAt: endsAt,
  });
  return { token, endsAt };
}
