import { isAPIError } from 'better-auth/api';
import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import { brokenConstraint } from '../db/constraint.ts';
import type { Database } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';
import { hashToken } from '../http/session.ts';
import { createLibrary, originHeaders, type Library } from './library.ts';
import { createRotation, type SessionToken } from './rotation.ts';
import { createSignInLimit } from './sign-in-limit.ts';

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
  /**
   * Makes an account with a password, without a profile. One that never got its profile (a crash in
   * between) is replaced. ALREADY_REGISTERED when the address belongs to somebody.
   */
  createAccount(input: {
    email: string;
    password: string;
    name: string;
    emailVerified: boolean;
  }): Promise<{ id: string }>;
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
    async createAccount(input) {
      await removeHalfMade(database, input.email);
      return addAccount(library, input, clock());
    },
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

const removeHalfMade = (database: Database, email: string) =>
  ownerQuery(database, {
    text: `delete from auth.users u where u.email = $1
      and not exists (select from profiles p where p.id = u.id)`,
    values: [email],
  });

async function addAccount(
  library: Library,
  { email, password, name, emailVerified }: Parameters<Auth['createAccount']>[0],
  now: Date,
) {
  const { internalAdapter, password: passwords } = await library.$context;
  const times = { createdAt: now, updatedAt: now };
  const secret = await passwords.hash(password);
  try {
    const user = { email, name, emailVerified, ...times };
    const { id } = await internalAdapter.createUser(user, { method: 'email-password' });
    const credential = { userId: id, accountId: id, providerId: 'credential', password: secret };
    await internalAdapter.linkAccount({ ...credential, ...times });
    return { id };
  } catch (error) {
    if (brokenConstraint(error) === 'users_email_key') throw new AppError('ALREADY_REGISTERED');
    throw error;
  }
}
