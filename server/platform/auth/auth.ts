import { isAPIError } from 'better-auth/api';
import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import { brokenConstraint } from '../db/constraint.ts';
import { runAsOwner } from '../db/as-owner.ts';
import type { Database, Tx } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';
import { hashToken } from '../http/session.ts';
import { createLibrary, hashPassword, originHeaders } from './library.ts';
import { createRotation, type SessionToken } from './rotation.ts';
import { createSignInLimit } from './sign-in-limit.ts';

export type NewAccount = {
  /** In small letters. */
  email: string;
  name: string;
  emailVerified: boolean;
  passwordHash: string;
};

export type Auth = {
  /**
   * Opens a session. INVALID_CREDENTIALS, with the same answer after the same time, for an unknown
   * address, a wrong password and a deactivated person; RATE_LIMITED after too many of them.
   */
  signIn(input: {
    email: string;
    password: string;
    ipAddress: string | null;
    userAgent: string | null;
  }): Promise<SessionToken>;
  /** Changes the secret of a session and lengthens it to its full life. NOT_SIGNED_IN. */
  refresh(token: string): Promise<SessionToken>;
  /** Ends the session; does nothing when there is none. */
  signOut(token: string): Promise<void>;
  /** Ends every session of a person, at once and everywhere. */
  endSessionsOf(profileId: string): Promise<void>;
  /** argon2id in the PHC string format. Slow on purpose: not to be waited for inside a transaction. */
  hashPassword(password: string): Promise<string>;
  /**
   * Makes an account in the caller's transaction, where its profile belongs too: without one nobody
   * can sign in. ALREADY_REGISTERED when the address belongs to somebody; the transaction is lost.
   */
  createAccount(tx: Tx, account: NewAccount): Promise<{ id: string }>;
};

/** Accounts and sessions. */
export function createAuth(database: Database, config: Config, clock: () => Date): Auth {
  const library = createLibrary(database, config, clock);
  const limit = createSignInLimit();
  const rotate = createRotation(database, config.secretKey);

  return {
    async signIn({ email, password, ipAddress, userAgent }) {
      const address = ipAddress ?? '';
      await limit.count(email, address);
      try {
        const body = { email, password };
        const headers = originHeaders(ipAddress, userAgent);
        const { token } = await library.api.signInEmail({ body, headers });
        await limit.succeed(email, address);
        return { token, expiresAt: await keptUntil(database, token, clock()) };
      } catch (error) {
        if (isAPIError(error) && error.statusCode < 500) {
          throw new AppError('INVALID_CREDENTIALS', undefined, { cause: error });
        }
        await limit.forgive(email, address);
        throw error;
      }
    },
    refresh: (token) => rotate(token, clock()),
    async signOut(token) {
      await ownerQuery(database, {
        text: `delete from auth.sessions where token = $1
          or id in (select session_id from auth.rotated_tokens where token = $1)`,
        values: [hashToken(token)],
      });
    },
    async endSessionsOf(profileId) {
      const { internalAdapter } = await library.$context;
      await internalAdapter.deleteUserSessions(profileId);
    },
    hashPassword,
    createAccount: (tx, account) => insertAccount(tx, account, clock()),
  };
}

/** Lets go of sessions that are over, and says when the new one will be. */
async function keptUntil(database: Database, token: string, now: Date): Promise<Date> {
  await ownerQuery(database, {
    text: 'delete from auth.sessions where expires_at <= $1',
    values: [now],
  });
  const [session] = await ownerQuery<{ expires_at: Date }>(database, {
    text: 'select expires_at from auth.sessions where token = $1',
    values: [hashToken(token)],
  });
  if (!session) throw new AppError('INVALID_CREDENTIALS');
  return session.expires_at;
}

/** The rows that the library expects of an account with a password. */
const INSERT_ACCOUNT = `with made as (
    insert into auth.users (email, name, email_verified, created_at, updated_at)
    values ($1, $2, $3, $5, $5) returning id
  )
  insert into auth.accounts (user_id, account_id, provider_id, password, created_at, updated_at)
  select id, id::text, 'credential', $4, $5, $5 from made
  returning user_id as id`;

async function insertAccount(
  tx: Tx,
  { email, name, emailVerified, passwordHash }: NewAccount,
  now: Date,
): Promise<{ id: string }> {
  try {
    const values = [email, name, emailVerified, passwordHash, now];
    const [account] = (await runAsOwner(tx, INSERT_ACCOUNT, values)) as { id: string }[];
    if (!account) throw new Error('The account was not made.');
    return account;
  } catch (error) {
    if (brokenConstraint(error) === 'users_email_key') throw new AppError('ALREADY_REGISTERED');
    throw error;
  }
}
