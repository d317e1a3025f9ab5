import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { DRIVE_READ_SCOPE, type DriveOutcome } from '#domain/drive.ts';
import { hashToken } from '../crypto.ts';
import { createEntries } from './entries.ts';
import { insertConsent, takeConsent, type NewGrant } from './queries.ts';
import { createRequests } from './requests.ts';
import type { Grant } from './sign-in.ts';
import { driveCipher, type TokenNeeds } from './tokens.ts';

const CONSENT_MS = 600_000;
const STATE_BYTES = 32;

/** `next` is the page the person returns to; null if the request is unknown. */
export type Consent = {
  next: string | null;
  outcome: DriveOutcome;
  grant: NewGrant | null;
};

/** Query parameters of Google's redirect back to Overfly (RFC 6749, section 4.1.2). */
export type ConsentAnswer = { state: string; code: string | null; error: string | null };

export async function beginConsent(
  { config, db, clock, signIn }: TokenNeeds,
  { sessionId, redirectUrl, next }: { sessionId: string; redirectUrl: string; next: string },
): Promise<string> {
  const state = randomBytes(STATE_BYTES).toString('base64url');
  const { url, codeVerifier } = await signIn.ask({ redirectUrl, state });
  const stateHash = hashToken(state);
  const now = clock();
  await insertConsent(db, now, {
    stateHash,
    sessionId,
    codeVerifier: driveCipher(config).encrypt(codeVerifier, stateHash),
    redirectUrl,
    nextPath: next,
    expiresAt: new Date(now.getTime() + CONSENT_MS),
  });
  return url;
}

/**
 * Accepts each answer only once, and only from the session that was sent to Google. Google's errors are returned as
 * `outcome`. /
 */
export async function endConsent(
  needs: TokenNeeds,
  sessionId: string,
  { state, code, error }: ConsentAnswer,
): Promise<Consent> {
  const { config, db, clock, signIn, log } = needs;
  const asked = await takeConsent(db, hashToken(state));
  const isOurs = asked?.sessionId === sessionId && asked.expiresAt > clock();
  if (!isOurs) return { next: null, outcome: 'failed', grant: null };
  const next = asked.nextPath;
  if (error === 'access_denied') return { next, outcome: 'denied', grant: null };
  const codeVerifier = driveCipher(config).decrypt(asked.codeVerifier, asked.stateHash);
  if (!code || codeVerifier === null) return { next, outcome: 'failed', grant: null };
  try {
    const granted = await signIn.redeem(code, { redirectUrl: asked.redirectUrl, codeVerifier });
    if (!granted.scopes.includes(DRIVE_READ_SCOPE)) {
      await signIn.revoke(granted.refreshToken);
      return { next, outcome: 'scope-missing', grant: null };
    }
    return { next, outcome: 'connected', grant: await createVerifiedGrant(needs, granted) };
  } catch (reason) {
    log.warn({ err: reason }, 'Google Drive could not be connected');
    return { next, outcome: 'failed', grant: null };
  }
}

const About = z.object({
  user: z.object({ emailAddress: z.string(), displayName: z.string().nullish() }),
});

/** Also checks that the grant gives access to Drive. */
async function createVerifiedGrant(
  { config, clock, log }: TokenNeeds,
  granted: Grant,
): Promise<NewGrant> {
  const { bases } = config.drive;
  const tokens = {
    current: () => Promise.resolve(granted.token),
    dropRejected: () => Promise.resolve(),
    expired: () => Promise.resolve(),
  };
  const requests = createRequests({ tokens, log, bases });
  const query = { fields: 'user(emailAddress,displayName)' };
  const { user } = await requests.read({ url: `${bases.drive}/about`, query }, About);
  await createEntries(requests, bases.drive).testRoot();
  const cipher = driveCipher(config);
  const now = clock();
  return {
    kind: 'account',
    email: user.emailAddress,
    name: user.displayName ?? null,
    scopes: granted.scopes,
    refreshToken: cipher.encrypt(granted.refreshToken, 'refresh-token'),
    accessToken: cipher.encrypt(granted.token, 'access-token'),
    accessTokenExpiresAt: new Date(now.getTime() + granted.lifetimeMs),
    connectedAt: now,
    lastUsedAt: now,
  };
}

/** Returns false if Google didn't revoke the grant. */
export async function revokeGrant(
  { config, signIn }: TokenNeeds,
  sealed: string | null,
): Promise<boolean> {
  const token = sealed === null ? null : driveCipher(config).decrypt(sealed, 'refresh-token');
  return token === null ? false : signIn.revoke(token);
}
