import { AppError } from '#domain/errors.ts';
import { SESSION_TIMING } from '#domain/session-timing.ts';
import { hashToken, keyedHash } from '../../crypto.ts';
import type { Database } from '../../db/database.ts';
import { findByTokenHash, rotateToken } from './queries.ts';
import { findRotated } from './session.ts';

/** A secret that opens something, and when that ends unless it is renewed. */
export type SessionToken = { token: string; endsAt: Date };

/** When a session ends that is opened or renewed now, and not once more. */
export const endAfter = (now: Date): Date => new Date(now.getTime() + SESSION_TIMING.idle * 1000);

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
