import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import { SESSION_TIMING } from '#domain/session-timing.ts';
import { derived } from '../derived.ts';
import { hashToken } from '../crypto.ts';
import type { Database, Tx } from '../db/database.ts';
import { createLimits, type Attempt } from '../limit/limit.ts';
import { createAccountRows, type AccountRows } from './account-rows.ts';
import { createAttemptLimits, type AttemptLimits } from './attempt-limits.ts';
import { createKnownDevices, type KnownDevices } from './known-devices.ts';
import { createOneTimeTokens, LIFETIME_MS, type OneTimeTokens } from './one-time-tokens.ts';
import { checkPassword, hashPassword, type PasswordCost } from './passwords.ts';
import type { Provider } from './provider/provider.ts';
import * as bound from './provider/queries.ts';
import { lockAccount } from './queries.ts';
import { createSecondFactor, type SecondFactor } from './second-factor/second-factor.ts';
import {
  openSession,
  createRotation,
  type Origin,
  type SessionToken,
} from './sessions/session-token.ts';
import {
  endByOldTokenHash,
  endByTokenHash,
  endOwnSession,
  endOwnSessions,
  listOwnSessions,
  recordSeen,
  removeEnded,
  removeSuperseded,
  type OwnSessionRow,
} from './sessions/queries.ts';

export type Credentials = { email: string; password: string };

type Devices = { devices?: string | null };

/** If `needsCode`, `token` is useless without a second-factor code. */
export type SignedIn = SessionToken & { needsCode: boolean };

export type Auth = AccountRows & {
  /** Throws INVALID_CREDENTIALS (with the same timing for an unknown address and a wrong password) or RATE_LIMITED. */
  signIn(input: Credentials & Origin & Devices): Promise<SignedIn>;
  /** Throws CODE_NOT_VALID, SIGN_IN_TOOK_TOO_LONG, or RATE_LIMITED. */
  finishSignIn(input: { token: string; code: string } & Origin & Devices): Promise<SessionToken>;
  /** For people identified by the provider. Returns null if the person is deactivated. */
  signInAs(tx: Tx, profileId: string, origin: Origin): Promise<SignedIn | null>;
  /** Attempts are counted per `occasion`. Returns the hash that matched. Throws WRONG_PASSWORD or RATE_LIMITED. */
  confirmPassword(occasion: string, input: Credentials): Promise<string>;
  /** Replaces the secret and extends the session. Throws NOT_SIGNED_IN. */
  refresh(token: string): Promise<SessionToken>;
  signOut(token: string): Promise<void>;
  sessions: {
    list(profileId: string): Promise<OwnSessionRow[]>;
    noteSeen(sessionId: string): Promise<void>;
    end(tx: Tx, profileId: string, sessionId: string): Promise<boolean>;
    endAll(tx: Tx, profileId: string, exceptId: string | null): Promise<number>;
    sweep(): Promise<void>;
  };
  /** Slow on purpose: don't call it inside a transaction. */
  hashPassword(password: string): Promise<string>;
  tokens: OneTimeTokens;
  secondFactor: SecondFactor;
  limits: AttemptLimits;
  devices: KnownDevices;
  /** Null without OpenID Connect. */
  provider: () => Promise<Provider | null>;
  providerAccounts: ProviderAccounts;
};

const SYSTEM = { kind: 'system' } as const;

export async function createAuth(
  database: Database,
  config: Config,
  clock: () => Date,
  cost?: PasswordCost,
): Promise<Auth> {
  const rotate = createRotation(database, config.secretKey);
  const tokens = createOneTimeTokens(clock);
  const limits = createAttemptLimits(createLimits({ db: database, config }));
  const devices = createKnownDevices(config.secretKey, clock);
  const secondFactor = createSecondFactor({
    secretKey: config.secretKey,
    issuer: () => config.brand.name,
    clock,
  });

  return {
    ...createAccountRows(clock),
    ...createSignIn({ database, clock, cost, tokens, limits, secondFactor, devices }),
    refresh: (token) => rotate(token, clock()),
    async signOut(token) {
      await endByTokenHash(database, hashToken(token));
      // This comes second, because the first query may have waited for another tab's rotation.
      await endByOldTokenHash(database, hashToken(token));
    },
    sessions: {
      list: (profileId) => listOwnSessions(database, profileId, clock()),
      noteSeen: async (sessionId) => void (await recordSeen(database, sessionId, clock())),
      end: endOwnSession,
      endAll: endOwnSessions,
      sweep: () => sweepSessions(database, clock()),
    },
    hashPassword: (password) => hashPassword(password, cost),
    tokens,
    secondFactor,
    limits,
    devices,
    provider: derived(
      () => config.oidc,
      (oidc) =>
        openProvider(oidc, {
          secretKey: config.secretKey,
          clock,
          takeState: limits.takeProviderState,
        }),
    ),
    providerAccounts: createProviderAccounts(config, clock),
  };
}

/** The OpenID Connect client is loaded only if needed, because it takes 6 MB. */
async function openProvider(
  oidc: Config['oidc'],
  needs: {
    secretKey: string;
    clock: () => Date;
    takeState: AttemptLimits['takeProviderState'];
  },
) {
  if (!oidc) return null;
  const { createProvider } = await import('./provider/provider.ts');
  return createProvider(oidc, needs);
}

type ProviderAccounts = ReturnType<typeof createProviderAccounts>;

const createProviderAccounts = (config: Config, clock: () => Date) => ({
  find: bound.findBoundAccount,
  /** Returns false if the profile or the provider account already has another binding. */
  add: (tx: Tx, profileId: string, account: bound.ProviderAccount) =>
    bound.bindAccount(tx, profileId, account, clock()),
  remove: bound.unbindAccount,
  those: async (tx: Tx, profileIds: readonly string[]) =>
    new Set(config.oidc ? await bound.listBoundAccounts(tx, config.oidc.issuer, profileIds) : []),
});

type Parts = {
  database: Database;
  clock: () => Date;
  cost: PasswordCost | undefined;
} & Pick<Auth, 'tokens' | 'limits' | 'secondFactor' | 'devices'>;

type SignIn = Pick<Auth, 'signIn' | 'finishSignIn' | 'signInAs' | 'confirmPassword'>;

function createSignIn(parts: Parts): SignIn {
  const { database, clock, tokens, limits, secondFactor } = parts;
  const deviceOf = (devices: string | null | undefined, email: string | null) =>
    parts.devices.find(devices ?? null, email ?? '');

  async function verifyPassword(attempt: Attempt, { email, password }: Credentials) {
    try {
      const account = await checkPassword(database, email, password, parts.cost);
      if (account) await attempt.succeeded();
      return account;
    } catch (error) {
      await attempt.takeBack();
      throw error;
    }
  }

  type LockedAccount = { id: string; email: string; hasSecondFactor: boolean };
  async function startSession(
    tx: Tx,
    { id, email, hasSecondFactor }: LockedAccount,
    origin: Origin,
  ) {
    if (!hasSecondFactor)
      return { ...(await openSession(tx, id, origin, clock())), needsCode: false };
    const step = { profileId: id, purpose: 'second-factor', email } as const;
    const endsAt = new Date(clock().getTime() + LIFETIME_MS['second-factor']);
    return { token: await tokens.issue(tx, step), endsAt, needsCode: true };
  }

  return {
    async signIn({ devices, ...input }) {
      const { email, ipAddress } = input;
      const device = deviceOf(devices, email);
      const attempt = await limits.password({ email, address: ipAddress ?? '', device });
      const account = await verifyPassword(attempt, input);
      if (!account) throw new AppError('INVALID_CREDENTIALS');
      return database.as(SYSTEM, async (tx) => {
        const lockedAccount = await lockAccount(tx, account.id);
        if (lockedAccount?.passwordHash !== account.passwordHash)
          throw new AppError('INVALID_CREDENTIALS');
        return startSession(tx, lockedAccount, input);
      });
    },
    async signInAs(tx, profileId, origin) {
      const lockedAccount = await lockAccount(tx, profileId);
      return lockedAccount && startSession(tx, lockedAccount, origin);
    },
    async finishSignIn({ token, code, devices, ...origin }) {
      const step = await database.as(SYSTEM, (tx) => tokens.peek(tx, token, ['second-factor']));
      if (!step) throw new AppError('SIGN_IN_TOOK_TOO_LONG');
      const attempt = await limits.code(step.profileId, deviceOf(devices, step.email));
      const session = await database.as(SYSTEM, async (tx) => {
        // Lock before taking the token: a password change also locks the account before it drops tokens.
        if ((await lockAccount(tx, step.profileId)) === null)
          throw new AppError('INVALID_CREDENTIALS');
        if (!(await secondFactor.use(tx, step.profileId, code)))
          throw new AppError('CODE_NOT_VALID');
        // Take the token last, so that a wrong code doesn't use it up. Of two simultaneous requests, only one gets a
        // session.
        if (!(await tokens.take(tx, token, ['second-factor'])))
          throw new AppError('SIGN_IN_TOOK_TOO_LONG');
        return openSession(tx, step.profileId, origin, clock());
      });
      await attempt.succeeded();
      return session;
    },
    async confirmPassword(occasion, input) {
      const account = await verifyPassword(await limits.confirmation(occasion), input);
      if (!account) throw new AppError('WRONG_PASSWORD');
      return account.passwordHash;
    },
  };
}

/** Deletes superseded secrets once no browser can still have them. */
async function sweepSessions(database: Database, now: Date): Promise<void> {
  await removeEnded(database, now);
  await removeSuperseded(database, new Date(now.getTime() - SESSION_TIMING.idle * 1000));
}

/** Null if an OpenID Connect provider answers with these settings, otherwise the reason. */
export async function providerProblem(
  oidc: NonNullable<Config['oidc']>,
  timeoutSeconds?: number,
): Promise<string | null> {
  const { discoveryProblem } = await import('./provider/provider.ts');
  return discoveryProblem(oidc, timeoutSeconds);
}
