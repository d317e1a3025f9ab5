import { AppError } from '#domain/errors.ts';
import { SESSION_TIMING } from '#domain/session.ts';
import { keyedHash } from '../crypto.ts';
import type { Database } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';
import { findRotated, hashToken } from '../http/session.ts';

/** A secret that opens something, and when that ends unless it is renewed. */
export type SessionToken = { token: string; endsAt: Date };

const ROTATE = `with rotated as (
    update auth.sessions s set token = $2, expires_at = $3, updated_at = $4
    from profiles p
    where s.token = $1 and s.expires_at > $4 and p.id = s.user_id and p.is_active
    returning s.id
  ), superseded as (
    update auth.rotated_tokens r set superseded_at = $4
    from rotated where r.session_id = rotated.id and r.superseded_at is null
  )
  insert into auth.rotated_tokens (token, session_id)
  select $1, id from rotated
  returning session_id`;

/** When a session ends that is opened or renewed now, and not once more. */
export const endAfter = (now: Date): Date => new Date(now.getTime() + SESSION_TIMING.idle * 1000);

const LASTS = 'select expires_at from auth.sessions where token = $1 and expires_at > $2';

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
    const values = [hashToken(token), hashToken(next), endsAt, now];
    const rotated = await ownerQuery(database, { text: ROTATE, values });
    return rotated.length > 0 ? { token: next, endsAt } : newestAfter(token, now);
  }

  /** The present secret of a session from one that it had within the overlap. */
  async function newestAfter(token: string, now: Date): Promise<SessionToken> {
    if ((await findRotated(database, hashToken(token), now)) === null)
      throw new AppError('NOT_SIGNED_IN');
    const next = successorOf(token);
    const values = [hashToken(next), now];
    const [session] = await ownerQuery<{ expires_at: Date }>(database, { text: LASTS, values });
    return session ? { token: next, endsAt: session.expires_at } : newestAfter(next, now);
  }

  return rotate;
}
