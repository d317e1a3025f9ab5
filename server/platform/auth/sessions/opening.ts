import { randomBytes } from 'node:crypto';
import { hashToken } from '../../crypto.ts';
import type { Tx } from '../../db/database.ts';
import { insertSession } from './queries.ts';
import { endAfter, type SessionToken } from './rotation.ts';

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
