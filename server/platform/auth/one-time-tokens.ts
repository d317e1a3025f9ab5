import { randomBytes } from 'node:crypto';
import { hashToken } from '../crypto.ts';
import type { Tx } from '../db/database.ts';
import { findToken, insertToken, removeExpiredTokens, removeTokens, takeToken } from './queries.ts';

const HOUR_MS = 3_600_000;

export const LIFETIME_MS = {
  'verify-email': 24 * HOUR_MS,
  'change-email': 24 * HOUR_MS,
  'recover-password': HOUR_MS,
  'second-factor': HOUR_MS / 6,
} as const;
export type Purpose = keyof typeof LIFETIME_MS;
const PURPOSES = Object.keys(LIFETIME_MS) as Purpose[];

export type OneTimeToken = { profileId: string; purpose: Purpose; email: string | null };

/** The database stores only hashes. */
export type OneTimeTokens = ReturnType<typeof createOneTimeTokens>;

export function createOneTimeTokens(clock: () => Date) {
  return {
    /** `email` is the address that receives the link or that is signing in. */
    async issue(tx: Tx, { profileId: userId, purpose, email }: OneTimeToken): Promise<string> {
      const createdAt = clock();
      const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS[purpose]);
      const secret = randomBytes(32).toString('base64url');
      const token = hashToken(secret);
      await removeExpiredTokens(tx, createdAt);
      await insertToken(tx, { token, userId, purpose, email, createdAt, expiresAt });
      return secret;
    },
    /** Returns null if the token is unknown, used, expired, or for another purpose. */
    take: async (
      tx: Tx,
      token: string,
      purposes: readonly Purpose[],
    ): Promise<OneTimeToken | null> =>
      (await takeToken(tx, hashToken(token), purposes, clock())) ?? null,
    peek: async (
      tx: Tx,
      token: string,
      purposes: readonly Purpose[],
    ): Promise<OneTimeToken | null> =>
      (await findToken(tx, { token: hashToken(token) }, purposes, clock())) ?? null,
    /** Returns the address that the last unused link was sent to. */
    findPendingEmail: async (tx: Tx, profileId: string, purpose: Purpose) =>
      (await findToken(tx, { userId: profileId }, [purpose], clock()))?.email ?? null,
    drop: async (tx: Tx, profileId: string, purposes: readonly Purpose[] = PURPOSES) =>
      void (await removeTokens(tx, profileId, purposes)),
  };
}
