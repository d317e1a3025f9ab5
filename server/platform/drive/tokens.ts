import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import { createCipher, type Cipher } from '../crypto.ts';
import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';
import {
  dropAccessToken,
  findGrant,
  saveServiceAccount,
  claimRefresh,
  updateGrant,
  type GrantKind,
  type GrantRow,
} from './queries.ts';
import { DRIVE_SCOPE, type AccessToken, type SignIn } from './sign-in.ts';

export type TokenNeeds = {
  config: Pick<Config, 'drive' | 'secretKey'>;
  db: Pick<Database, 'owner'>;
  clock: () => Date;
  log: Logger;
  signIn: SignIn;
};

export type Tokens = ReturnType<typeof createTokens>;

const EXPIRY_MARGIN_MS = 30_000;
const RECORD_USE_EVERY_MS = 60_000;
/** How long to wait for another process to refresh the token, and how often to check. */
const MAX_REFRESH_WAIT_MS = 35_000;
const REFRESH_CHECK_MS = 100;

/** Each secret can only be decrypted with the purpose it was encrypted for. */
export const driveCipher = ({ secretKey }: Pick<Config, 'secretKey'>): Cipher =>
  createCipher(secretKey, 'google-drive');

/** Throws DRIVE_NOT_CONFIGURED. */
export function grantKindOf({ drive }: Pick<Config, 'drive'>): GrantKind {
  if (drive.serviceAccount) return 'service-account';
  if (!drive.client) throw new AppError('DRIVE_NOT_CONFIGURED');
  return 'account';
}

export function createTokens(needs: TokenNeeds) {
  const { config, db, clock } = needs;
  const cipher = driveCipher(config);
  const readGrant = async () => {
    const grant = await findOrMakeGrant(needs);
    if (!grant) throw new AppError('DRIVE_NOT_CONNECTED');
    if (grant.expiredAt) throw new AppError('DRIVE_EXPIRED');
    return grant;
  };
  return {
    /**
     * Throws DRIVE_NOT_CONFIGURED, DRIVE_NOT_CONNECTED, DRIVE_EXPIRED, or an error from signInError if refreshing
     * fails.
     */
    async current(): Promise<string> {
      for (let waited = 0; waited <= MAX_REFRESH_WAIT_MS; waited += REFRESH_CHECK_MS) {
        const grant = await readGrant();
        const token = validToken(grant, cipher, clock());
        if (token) {
          await recordUse(needs, grant);
          return token;
        }
        if (await claimRefresh(db, grant)) return refresh(needs, grant, cipher);
        await pause(REFRESH_CHECK_MS);
      }
      throw new AppError('DRIVE_UNREACHABLE');
    },
    /** Call it if Google rejects a token before it expires. The next call of `current` gets a new one. */
    async dropRejected(token: string): Promise<void> {
      const grant = await findGrant(db, grantKindOf(config));
      if (grant && validToken(grant, cipher, clock()) === token) await dropAccessToken(db, grant);
    },
    async expired(): Promise<void> {
      const grant = await findGrant(db, grantKindOf(config));
      // A service account can't be reconnected, so it is simply retried.
      if (grant?.kind === 'account') await updateGrant(db, grant, { expiredAt: clock() });
    },
  };
}

async function findOrMakeGrant({ config, db }: TokenNeeds): Promise<GrantRow | undefined> {
  const kind = grantKindOf(config);
  const { serviceAccount } = config.drive;
  const grant = await findGrant(db, kind);
  if (!serviceAccount || grant?.email === serviceAccount.email) return grant;
  await saveServiceAccount(db, serviceAccount.email, [DRIVE_SCOPE]);
  return findGrant(db, kind);
}

function validToken(grant: GrantRow, cipher: Cipher, now: Date): string | null {
  const { accessToken, accessTokenExpiresAt: end } = grant;
  if (!accessToken || !end || end.getTime() - now.getTime() < EXPIRY_MARGIN_MS) return null;
  return cipher.decrypt(accessToken, 'access-token');
}

async function recordUse({ db, clock }: TokenNeeds, grant: GrantRow) {
  const now = clock();
  const since = now.getTime() - (grant.lastUsedAt?.getTime() ?? 0);
  if (since >= RECORD_USE_EVERY_MS) await updateGrant(db, grant, { lastUsedAt: now });
}

async function refresh(needs: TokenNeeds, grant: GrantRow, cipher: Cipher): Promise<string> {
  const { db, clock, log } = needs;
  try {
    const { token, lifetimeMs } = await nextToken(needs, grant, cipher);
    const now = clock();
    await updateGrant(db, grant, {
      accessToken: cipher.encrypt(token, 'access-token'),
      accessTokenExpiresAt: new Date(now.getTime() + lifetimeMs),
      refreshingUntil: null,
      lastUsedAt: now,
    });
    return token;
  } catch (error) {
    const isOver =
      grant.kind === 'account' && error instanceof AppError && error.code === 'DRIVE_EXPIRED';
    await updateGrant(db, grant, {
      refreshingUntil: null,
      ...(isOver && { expiredAt: clock(), accessToken: null }),
    });
    log.warn({ err: error }, 'Google refused access to Drive');
    throw error;
  }
}

async function nextToken(
  { signIn }: TokenNeeds,
  grant: GrantRow,
  cipher: Cipher,
): Promise<AccessToken> {
  if (grant.refreshToken === null) return signIn.refreshServiceAccount();
  const refreshToken = cipher.decrypt(grant.refreshToken, 'refresh-token');
  // Null means that it was encrypted with another SECRET_KEY.
  if (refreshToken === null) throw new AppError('DRIVE_EXPIRED');
  return signIn.refresh(refreshToken);
}
