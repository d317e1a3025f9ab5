import * as oidc from 'openid-client';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { Email } from '#domain/accounts.ts';
import { line } from '#domain/fields.ts';
import { storable } from '#domain/storable-text.ts';
import type { Config } from '#server/config.ts';
import { createCipher, type Cipher } from '../../crypto.ts';

type Settings = NonNullable<Config['oidc']>;

export type ProviderPerson = {
  issuer: string;
  subject: string;
  /** In lowercase; null unless the provider or the settings vouch for it. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
};

/** `token` goes into a cookie of the browser that starts the sign-in. */
export type ProviderStart = { url: string; token: string; maxAgeSeconds: number };

export type Provider = {
  /** Throws PROVIDER_UNREACHABLE. */
  begin(input: { redirectUrl: string; next: string | null }): Promise<ProviderStart>;
  nextOf(token: string | null): string | null;
  /**
   * `search` is the query string. Works only once per sign-in. Throws PROVIDER_CANCELED, PROVIDER_UNREACHABLE, or
   * PROVIDER_REFUSED.
   */
  finish(token: string | null, search: string): Promise<ProviderPerson>;
};

const SIGN_IN_MS = 600_000;
const TIMEOUT_SECONDS = 10;
/** The provider's metadata is cached this long; an unknown key triggers a new download. */
const METADATA_MS = 3_600_000;

const SignInState = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUrl: z.string(),
  next: z.string().nullable(),
  until: z.number(),
});
type SignInState = z.infer<typeof SignInState>;

type Needs = {
  secretKey: string;
  clock: () => Date;
  takeState: (state: string) => Promise<boolean>;
};

/** OpenID Connect: authorization code with state, nonce and PKCE. */
export function createProvider(
  settings: Settings,
  { secretKey, clock, takeState }: Needs,
): Provider {
  const cipher = createCipher(secretKey, 'provider-sign-in');
  const configuration = createDiscovery(settings, clock);
  return {
    async begin({ redirectUrl, next }) {
      const config = await configuration();
      const verifier = oidc.randomPKCECodeVerifier();
      const until = clock().getTime() + SIGN_IN_MS;
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const kept: SignInState = { state, nonce, verifier, redirectUrl, next, until };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUrl,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const token = cipher.encrypt(JSON.stringify(kept), settings.issuer);
      return { url: url.href, token, maxAgeSeconds: SIGN_IN_MS / 1000 };
    },
    nextOf: (token) => decryptState(cipher, settings, token)?.next ?? null,
    async finish(token, search) {
      const kept = decryptState(cipher, settings, token);
      if (!kept || kept.until <= clock().getTime()) throw new AppError('PROVIDER_REFUSED');
      // Each state works once, because some providers accept a code twice.
      if (!(await takeState(kept.state))) throw new AppError('PROVIDER_REFUSED');
      const config = await configuration();
      try {
        return await exchangeCode(config, kept, { search, trusts: settings.trustsAddresses });
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

function decryptState(
  cipher: Cipher,
  { issuer }: Settings,
  token: string | null,
): SignInState | null {
  const text = token && cipher.decrypt(token, issuer);
  return text ? SignInState.parse(JSON.parse(text)) : null;
}

/** Discovers the provider on first use, because it may be down when Overfly starts. */
function createDiscovery(
  { issuer, clientId, clientSecret }: Settings,
  clock: () => Date,
  timeout = TIMEOUT_SECONDS,
) {
  let known: { config: oidc.Configuration; until: number } | null = null;
  const execute = [oidc.enableNonRepudiationChecks];
  // The settings allow http only for a provider on this machine.
  // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning; it won't be removed
  if (issuer.startsWith('http:')) execute.push(oidc.allowInsecureRequests);
  const options = { timeout, execute };
  return async () => {
    if (known && clock().getTime() < known.until) return known.config;
    try {
      const authentication = clientAuthentication(clientSecret);
      const config = await oidc.discovery(new URL(issuer), clientId, {}, authentication, options);
      known = { config, until: clock().getTime() + METADATA_MS };
      return config;
    } catch (cause) {
      throw new AppError('PROVIDER_UNREACHABLE', undefined, { cause });
    }
  };
}

/** Null if the provider is found, otherwise the reason. */
export async function discoveryProblem(
  settings: Settings,
  timeoutSeconds = TIMEOUT_SECONDS,
): Promise<string | null> {
  const { issuer } = settings;
  try {
    await createDiscovery(settings, () => new Date(), timeoutSeconds)();
    return null;
  } catch (error) {
    const cause: unknown = error instanceof Error && error.cause;
    if (isUnreachable(cause)) return `No identity provider answers at ${issuer}. Check the issuer.`;
    const isOther = codeOf(cause) === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
    return isOther
      ? `The identity provider spells its issuer differently than ${issuer}. Enter it exactly as the provider does.`
      : `${issuer} has no OpenID Connect settings (/.well-known/openid-configuration). Check the issuer.`;
  }
}

/** Every provider must support the header; in the body only if the provider lists that. */
function clientAuthentication(secret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (provider, ...rest) => {
    const methods = provider.token_endpoint_auth_methods_supported;
    const takesBody = Array.isArray(methods) && methods.includes('client_secret_post');
    return (takesBody ? inBody : inHeader)(provider, ...rest);
  };
}

const Name = line().max(100).optional().catch(undefined);
const Claims = z.object({
  email: Email.optional().catch(undefined),
  // Some providers send the string "true".
  email_verified: z
    .literal([true, 'true'])
    .transform(() => true)
    .optional()
    .catch(false),
  given_name: Name,
  family_name: Name,
  name: Name,
});

async function exchangeCode(
  config: oidc.Configuration,
  kept: SignInState,
  { search, trusts }: { search: string; trusts: boolean },
) {
  const tokens = await oidc.authorizationCodeGrant(config, new URL(search, kept.redirectUrl), {
    expectedState: kept.state,
    expectedNonce: kept.nonce,
    pkceCodeVerifier: kept.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new AppError('PROVIDER_REFUSED');
  const { iss, sub } = claims;
  // A cleaned-up subject could match another person.
  if (storable(sub) !== sub) throw new AppError('PROVIDER_REFUSED');
  const allClaims = await withUserInfo(config, tokens.access_token, claims);
  const { email, email_verified, given_name, family_name, name } = Claims.parse(allClaims);
  const isVerified = email_verified ?? trusts;
  const [first, ...others] = name?.split(/\s+/) ?? [];
  return {
    issuer: iss,
    subject: sub,
    email: email && isVerified ? email : null,
    firstName: given_name || first || null,
    lastName: family_name || (given_name ? null : others.join(' ')) || null,
  };
}

/** Many providers return the email address only from the userinfo endpoint. */
async function withUserInfo(config: oidc.Configuration, accessToken: string, claims: oidc.IDToken) {
  const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
  if (claims['email'] !== undefined || !hasMore) return claims;
  return oidc.fetchUserInfo(config, accessToken, claims.sub);
}

function failureOf(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof oidc.AuthorizationResponseError && cause.error === 'access_denied')
    return new AppError('PROVIDER_CANCELED', undefined, { cause });
  return new AppError(
    isUnreachable(cause) ? 'PROVIDER_UNREACHABLE' : 'PROVIDER_REFUSED',
    undefined,
    {
      cause,
    },
  );
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof TypeError && error.message === 'fetch failed') ||
    codeOf(error) === 'OAUTH_TIMEOUT');

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);
