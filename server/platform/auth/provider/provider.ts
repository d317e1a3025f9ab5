import * as oidc from 'openid-client';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { Email } from '#domain/accounts.ts';
import { line } from '#domain/fields.ts';
import { storable } from '#domain/storable-text.ts';
import type { Config } from '#server/config.ts';
import { createCipher, type Cipher } from '../../crypto.ts';

type Settings = NonNullable<Config['oidc']>;

/** Who somebody is by the word of the provider. */
export type ProviderPerson = {
  issuer: string;
  /** The provider's own name for them, which it gives to nobody else. */
  subject: string;
  /** In small letters; null when neither the provider nor the settings say that it is verified. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
};

/** A sign-in under way; `token` is for the cookie of the browser that began it, and of no use without that. */
export type ProviderStart = { url: string; token: string; maxAgeSeconds: number };

export type Provider = {
  /** Where the provider asks the person, and what the browser keeps until they come back. PROVIDER_UNREACHABLE. */
  begin(input: { redirectUrl: string; next: string | null }): Promise<ProviderStart>;
  /** Where whoever comes back wants to go on to; null when unknown. */
  nextOf(token: string | null): string | null;
  /**
   * Takes what the provider sent somebody back with, `search` of the address, and asks it who they are.
   * Once for a token, also when that fails. PROVIDER_CANCELED, PROVIDER_UNREACHABLE, PROVIDER_REFUSED.
   */
  finish(token: string | null, search: string): Promise<ProviderPerson>;
};

const LASTS_MS = 600_000;
const TIMEOUT_SECONDS = 10;
/** How long what the provider says of itself counts. Its keys are asked for anew when one is unknown. */
const METADATA_MS = 3_600_000;

const Kept = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUrl: z.string(),
  next: z.string().nullable(),
  until: z.number(),
});
type Kept = z.infer<typeof Kept>;

type Needs = {
  secretKey: string;
  clock: () => Date;
  /** False when the state of a sign-in was taken before, in whichever process. */
  takeState: (state: string) => Promise<boolean>;
};

/** Signs people in with an OpenID Connect provider: authorization code with state, nonce and PKCE. */
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
      const until = clock().getTime() + LASTS_MS;
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const kept: Kept = { state, nonce, verifier, redirectUrl, next, until };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUrl,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const token = cipher.encrypt(JSON.stringify(kept), settings.issuer);
      return { url: url.href, token, maxAgeSeconds: LASTS_MS / 1000 };
    },
    nextOf: (token) => open(cipher, settings, token)?.next ?? null,
    async finish(token, search) {
      const kept = open(cipher, settings, token);
      if (!kept || kept.until <= clock().getTime()) throw new AppError('PROVIDER_REFUSED');
      // Providers should take a code once, and some do not.
      if (!(await takeState(kept.state))) throw new AppError('PROVIDER_REFUSED');
      const config = await configuration();
      try {
        return await exchange(config, kept, { search, trusts: settings.trustsAddresses });
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

function open(cipher: Cipher, { issuer }: Settings, token: string | null): Kept | null {
  const text = token && cipher.decrypt(token, issuer);
  return text ? Kept.parse(JSON.parse(text)) : null;
}

/** Asks the provider when somebody first wants to sign in: it may be down while this program starts. */
function createDiscovery({ issuer, clientId, clientSecret }: Settings, clock: () => Date) {
  let known: { config: oidc.Configuration; until: number } | null = null;
  const execute = [oidc.enableNonRepudiationChecks];
  // The settings take http only for a provider on this machine.
  // oxlint-disable-next-line typescript/no-deprecated -- so marked to stand out, not to go away
  if (issuer.startsWith('http:')) execute.push(oidc.allowInsecureRequests);
  const options = { timeout: TIMEOUT_SECONDS, execute };
  return async () => {
    if (known && clock().getTime() < known.until) return known.config;
    try {
      const authentication = authenticationBy(clientSecret);
      const config = await oidc.discovery(new URL(issuer), clientId, {}, authentication, options);
      known = { config, until: clock().getTime() + METADATA_MS };
      return config;
    } catch (cause) {
      throw new AppError('PROVIDER_UNREACHABLE', undefined, { cause });
    }
  };
}

/** In the body where the provider says that it takes it; in the header is what all others must take. */
function authenticationBy(secret: string): oidc.ClientAuth {
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
  // Some write it as a text.
  email_verified: z
    .literal([true, 'true'])
    .transform(() => true)
    .optional()
    .catch(false),
  given_name: Name,
  family_name: Name,
  name: Name,
});

async function exchange(
  config: oidc.Configuration,
  kept: Kept,
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
  // Changed, it could be the name of somebody else.
  if (storable(sub) !== sub) throw new AppError('PROVIDER_REFUSED');
  const said = await moreOf(config, tokens.access_token, claims);
  const { email, email_verified, given_name, family_name, name } = Claims.parse(said);
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

/** Many providers name the address in an answer of its own only. */
async function moreOf(config: oidc.Configuration, accessToken: string, claims: oidc.IDToken) {
  const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
  if (claims['email'] !== undefined || !hasMore) return claims;
  return oidc.fetchUserInfo(config, accessToken, claims.sub);
}

function failureOf(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  if (cause instanceof oidc.AuthorizationResponseError && cause.error === 'access_denied')
    return new AppError('PROVIDER_CANCELED', undefined, { cause });
  return new AppError(isNoAnswer(cause) ? 'PROVIDER_UNREACHABLE' : 'PROVIDER_REFUSED', undefined, {
    cause,
  });
}

/** What fetch rejects with when nobody answers, and what the library does after its own time. */
const isNoAnswer = (error: unknown): boolean =>
  error instanceof Error &&
  ((error instanceof TypeError && error.message === 'fetch failed') ||
    ('code' in error && error.code === 'OAUTH_TIMEOUT'));
