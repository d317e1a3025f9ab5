import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import type { Database, Tx } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';
import { hashToken } from '../http/session.ts';
import { createAccountRows, type AccountRows } from './account-rows.ts';
import { createAttemptLimits, type AttemptLimits } from './attempt-limits.ts';
import { createOneTimeTokens, LIFETIME_MS, type OneTimeTokens } from './one-time-tokens.ts';
import { createOpening, holdPassword, type Origin } from './opening.ts';
import {
  endSession,
  endSessions,
  listSessions,
  noteSeen,
  type SessionRow,
} from './own-sessions.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { createRotation, type SessionToken } from './rotation.ts';
import { createSecondFactor, type SecondFactor } from './second-factor.ts';
import { createSignInLimit } from './sign-in-limit.ts';

export type Credentials = { email: string; password: string };

/**
 * What a right password opens: a session, or the step before it. `token` is then the secret of that
 * step, which opens nothing without a code of the second factor.
 */
export type SignedIn = SessionToken & { needsCode: boolean };

export type Auth = AccountRows & {
  /**
   * Opens a session. INVALID_CREDENTIALS, with the same answer after the same time, for an unknown
   * address, a wrong password and a deactivated person; RATE_LIMITED after too many of them.
   */
  signIn(input: Credentials & Origin): Promise<SignedIn>;
  /** Opens the session with a code after the password. CODE_NOT_VALID, SIGN_IN_TOOK_TOO_LONG, RATE_LIMITED. */
  finishSignIn(input: { token: string; code: string } & Origin): Promise<SessionToken>;
  /** Asks for the password once more, before something that a stolen session must not do. WRONG_PASSWORD, RATE_LIMITED. */
  confirmPassword(input: Credentials & Origin): Promise<void>;
  /** Changes the secret of a session and lengthens it to its full life. NOT_SIGNED_IN. */
  refresh(token: string): Promise<SessionToken>;
  /** Ends the session; does nothing when there is none. */
  signOut(token: string): Promise<void>;
  sessions: {
    list(profileId: string): Promise<SessionRow[]>;
    noteSeen(sessionId: string): Promise<void>;
    end(tx: Tx, profileId: string, sessionId: string): Promise<boolean>;
    endAll(tx: Tx, profileId: string, exceptId: string | null): Promise<number>;
  };
  /** argon2id in the PHC string format. Slow on purpose: not to be waited for inside a transaction. */
  hashPassword(password: string): Promise<string>;
  tokens: OneTimeTokens;
  secondFactor: SecondFactor;
  limits: AttemptLimits;
};

const SYSTEM = { kind: 'system' } as const;

/** Accounts and sessions. */
export function createAuth(database: Database, config: Config, clock: () => Date): Auth {
  const rotate = createRotation(database, config.secretKey);
  const tokens = createOneTimeTokens(clock);
  const limits = createAttemptLimits();
  const issuer = config.brand.name;
  const secondFactor = createSecondFactor({ secretKey: config.secretKey, issuer, clock });

  return {
    ...createAccountRows(clock),
    ...createSignIn({ database, config, clock, tokens, limits, secondFactor }),
    refresh: (token) => rotate(token, clock()),
    async signOut(token) {
      await ownerQuery(database, {
        text: `delete from auth.sessions where token = $1
          or id in (select session_id from auth.rotated_tokens where token = $1)`,
        values: [hashToken(token)],
      });
    },
    sessions: {
      list: (profileId) => listSessions(database, profileId, clock()),
      noteSeen: (sessionId) => noteSeen(database, sessionId, clock()),
      end: endSession,
      endAll: endSessions,
    },
    hashPassword,
    tokens,
    secondFactor,
    limits,
  };
}

type Parts = {
  database: Database;
  config: Config;
  clock: () => Date;
} & Pick<Auth, 'tokens' | 'limits' | 'secondFactor'>;

function createSignIn(parts: Parts): Pick<Auth, 'signIn' | 'finishSignIn' | 'confirmPassword'> {
  const { database, config, clock, tokens, limits, secondFactor } = parts;
  const limit = createSignInLimit();
  const open = createOpening(database, config, clock);

  async function known({ email, password, ipAddress }: Credentials & Origin) {
    const address = ipAddress ?? '';
    await limit.count(email, address);
    try {
      const account = await checkPassword(database, email, password);
      if (account) await limit.succeed(email, address);
      return account;
    } catch (error) {
      await limit.forgive(email, address);
      throw error;
    }
  }

  return {
    async signIn(input) {
      const account = await known(input);
      if (!account) throw new AppError('INVALID_CREDENTIALS');
      if (!account.hasSecondFactor) return { ...(await open(account, input)), needsCode: false };
      const step = { profileId: account.id, purpose: 'second-factor', email: null } as const;
      const token = await database.as(SYSTEM, async (tx) => {
        if ((await holdPassword(tx, account.id)) !== account.passwordHash)
          throw new AppError('INVALID_CREDENTIALS');
        return tokens.issue(tx, step);
      });
      const expiresAt = new Date(clock().getTime() + LIFETIME_MS['second-factor']);
      return { token, expiresAt, needsCode: true };
    },
    async finishSignIn({ token, code, ...origin }) {
      const person = await database.as(SYSTEM, async (tx) => {
        const step = await tokens.peek(tx, token, 'second-factor');
        if (!step) throw new AppError('SIGN_IN_TOOK_TOO_LONG');
        // Before the step is taken: whoever changes the password does it before they drop the step.
        const passwordHash = await holdPassword(tx, step.profileId);
        if (passwordHash === null) throw new AppError('INVALID_CREDENTIALS');
        await limits.code(step.profileId);
        if (!(await secondFactor.use(tx, step.profileId, code)))
          throw new AppError('CODE_NOT_VALID');
        // Taken last, so that a wrong code leaves it for the next try; two at once share no session.
        if (!(await tokens.take(tx, token, ['second-factor'])))
          throw new AppError('SIGN_IN_TOOK_TOO_LONG');
        return { id: step.profileId, passwordHash };
      });
      await limits.forgetCodes(person.id);
      return open(person, origin);
    },
    async confirmPassword(input) {
      if (!(await known(input))) throw new AppError('WRONG_PASSWORD');
    },
  };
}
