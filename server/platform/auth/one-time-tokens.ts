import { randomBytes } from 'node:crypto';
import { runAsOwner } from '../db/as-owner.ts';
import type { Tx } from '../db/database.ts';
import { hashToken } from '../http/session.ts';

const HOUR_MS = 3_600_000;

/** What a secret that is used once is for, and how long it is good. */
export const LIFETIME_MS = {
  'verify-email': 24 * HOUR_MS,
  'change-email': 24 * HOUR_MS,
  'recover-password': HOUR_MS,
  'second-factor': HOUR_MS / 6,
} as const;
export type Purpose = keyof typeof LIFETIME_MS;

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

type Row = { user_id: string; purpose: Purpose; email: string | null };
const COLUMNS = 'user_id, purpose, email';
const ofRow = (row: object | undefined): OneTimeToken | null => {
  if (!row) return null;
  const { user_id: profileId, purpose, email } = row as Row;
  return { profileId, purpose, email };
};

export function createOneTimeTokens(clock: () => Date): OneTimeTokens {
  return {
    async issue(tx, { profileId, purpose, email }) {
      const now = clock();
      const token = randomBytes(32).toString('base64url');
      const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose]);
      await runAsOwner(tx, 'delete from auth.one_time_tokens where expires_at <= $1', [now]);
      await runAsOwner(
        tx,
        `insert into auth.one_time_tokens (token, user_id, purpose, email, expires_at, created_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [hashToken(token), profileId, purpose, email, expiresAt, now],
      );
      return token;
    },
    async take(tx, token, purposes) {
      const [row] = await runAsOwner(
        tx,
        `delete from auth.one_time_tokens
         where token = $1 and purpose = any($2) and expires_at > $3 returning ${COLUMNS}`,
        [hashToken(token), purposes, clock()],
      );
      return ofRow(row);
    },
    async peek(tx, token, purposes) {
      const [row] = await runAsOwner(
        tx,
        `select ${COLUMNS} from auth.one_time_tokens
         where token = $1 and purpose = any($2) and expires_at > $3`,
        [hashToken(token), purposes, clock()],
      );
      return ofRow(row);
    },
    async awaited(tx, profileId, purpose) {
      const [row] = await runAsOwner(
        tx,
        `select ${COLUMNS} from auth.one_time_tokens
         where user_id = $1 and purpose = $2 and expires_at > $3 order by created_at desc limit 1`,
        [profileId, purpose, clock()],
      );
      return ofRow(row)?.email ?? null;
    },
    async drop(tx, profileId, purposes) {
      await runAsOwner(
        tx,
        'delete from auth.one_time_tokens where user_id = $1 and ($2::text[] is null or purpose = any($2))',
        [profileId, purposes ?? null],
      );
    },
  };
}
