import { randomBytes } from 'node:crypto';
import { hashToken } from '../crypto.ts';
import type { Tx } from '../db/database.ts';
import { findToken, insertToken, removeExpiredTokens, removeTokens, takeToken } from './queries.ts';

const HOUR_MS = 3_600_000;

/** What a secret that is used once is for, and how long it is good. */
export const LIFETIME_MS = {
  'verify-email': 24 * HOUR_MS,
  'change-email': 24 * HOUR_MS,
  'recover-password': HOUR_MS,
  'second-factor': HOUR_MS / 6,
} as const;
export type Purpose = keyof typeof LIFETIME_MS;
const PURPOSES = Object.keys(LIFETIME_MS) as Purpose[];

export type OneTimeToken = { profileId: string; purpose: Purpose; email: string | null };

/** Secrets that are used once; the database keeps their hashes. */
export type OneTimeTokens = {
  /** Makes one: 43 characters, 256 bits. `email` is where a link is sent to, or what a sign-in began with. */
  issue(tx: Tx, token: OneTimeToken): Promise<string>;
  /** Uses one up, for good when the transaction commits; null when unknown, used, over or for another purpose. */
  take(tx: Tx, token: string, purposes: readonly Purpose[]): Promise<OneTimeToken | null>;
  /** Whose it is, without using it up. */
  peek(tx: Tx, token: string, purposes: readonly Purpose[]): Promise<OneTimeToken | null>;
  /** Where a link of this purpose was sent to last and is still waiting; null when none is. */
  awaited(tx: Tx, profileId: string, purpose: Purpose): Promise<string | null>;
  /** Makes those of a person useless: all, or those of some purposes. */
  drop(tx: Tx, profileId: string, purposes?: readonly Purpose[]): Promise<void>;
};

export function createOneTimeTokens(clock: () => Date): OneTimeTokens {
  return {
    async issue(tx, { profileId: userId, purpose, email }) {
      const createdAt = clock();
      const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS[purpose]);
      const token = randomBytes(32).toString('base64url');
      await removeExpiredTokens(tx, createdAt);
      await insertToken(tx, {
        token: hashToken(token),
        userId,
        purpose,
        email,
        createdAt,
        expiresAt,
      });
      return token;
    },
    take: async (tx, token, purposes) =>
      (await takeToken(tx, hashToken(token), purposes, clock())) ?? null,
    peek: async (tx, token, purposes) =>
      (await findToken(tx, { token: hashToken(token) }, purposes, clock())) ?? null,
    awaited: async (tx, profileId, purpose) =>
      (await findToken(tx, { userId: profileId }, [purpose], clock()))?.email ?? null,
    drop: async (tx, profileId, purposes = PURPOSES) =>
      void (await removeTokens(tx, profileId, purposes)),
  };
}
