import type { Credentials, JWT, OAuth2Client } from 'google-auth-library';
import { DRIVE_FILE_SCOPE, DRIVE_READ_SCOPE } from '#domain/drive.ts';
import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import { signInError } from './errors.ts';

/** These scopes don't let Overfly change files it didn't create. */
const ACCOUNT_SCOPES = [DRIVE_READ_SCOPE, DRIVE_FILE_SCOPE];
export const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive';

type DriveConfig = Config['drive'];

/** Token endpoints don't redirect, and following a redirect would leak our secrets. */
const TRANSPORT = { timeout: 15_000, redirect: 'manual' } as const;

/** `lifetimeMs` starts when the token is received. */
export type AccessToken = { token: string; lifetimeMs: number };
export type Grant = AccessToken & { refreshToken: string; scopes: string[] };

export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn(configured: () => DriveConfig) {
  /** Loaded on use: the library takes 0.2 s and several MB. */
  const clientFor = async (redirectUri?: string): Promise<OAuth2Client> => {
    const config = configured();
    if (!config.client) throw new AppError('DRIVE_NOT_CONFIGURED');
    const { OAuth2Client: Client } = await import('google-auth-library');
    const { auth, token } = config.bases;
    return new Client({
      clientId: config.client.id,
      clientSecret: config.client.secret,
      ...(redirectUri ? { redirectUri } : {}),
      endpoints: {
        oauth2AuthBaseUrl: `${auth}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${token}/token`,
        oauth2RevokeUrl: `${token}/revoke`,
      },
      transporterOptions: TRANSPORT,
    });
  };
  return {
    /**
     * Returns the URL of Google's consent page and the secret for `redeem` (PKCE, RFC 7636). Google returns `state`
     * with its answer.
     */
    async ask({ redirectUrl, state }: { redirectUrl: string; state: string }) {
      const { CodeChallengeMethod } = await import('google-auth-library');
      const client = await clientFor(redirectUrl);
      const { codeVerifier, codeChallenge = '' } = await client.generateCodeVerifierAsync();
      const url = client.generateAuthUrl({
        access_type: 'offline',
        // Without this, only the first consent returns a refresh token.
        prompt: 'consent',
        scope: ACCOUNT_SCOPES,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: CodeChallengeMethod.S256,
      });
      return { url, codeVerifier };
    },
    async redeem(
      code: string,
      { redirectUrl, codeVerifier }: { redirectUrl: string; codeVerifier: string },
    ): Promise<Grant> {
      const client = await clientFor(redirectUrl);
      const { tokens } = await client.getToken({ code, codeVerifier }).catch(throwSignInError);
      if (!tokens.refresh_token) throw new AppError('DRIVE_EXPIRED');
      const scopes = tokens.scope?.split(' ') ?? [];
      return { ...accessTokenOf(tokens), refreshToken: tokens.refresh_token, scopes };
    },
    async refresh(refreshToken: string) {
      const client = await clientFor();
      client.setCredentials({ refresh_token: refreshToken });
      const { credentials } = await client.refreshAccessToken().catch(throwSignInError);
      return accessTokenOf(credentials);
    },
    async refreshServiceAccount() {
      const client = await serviceClient(configured());
      return accessTokenOf(await client.authorize().catch(throwSignInError));
    },
    /** Returns false if Google didn't revoke it. */
    revoke: async (refreshToken: string) =>
      clientFor()
        .then((client) => client.revokeToken(refreshToken))
        .then(
          () => true,
          // 400 means it was already revoked.
          (error: unknown) => signInError(error).code !== 'DRIVE_UNREACHABLE',
        ),
  };
}

async function serviceClient({ serviceAccount, bases }: DriveConfig): Promise<JWT> {
  if (!serviceAccount) throw new AppError('DRIVE_NOT_CONFIGURED');
  const { JWT: Client } = await import('google-auth-library');
  const { email, privateKey: key } = serviceAccount;
  const client = new Client({
    email,
    key,
    scopes: [DRIVE_SCOPE],
    transporterOptions: TRANSPORT,
  });
  client.transporter.interceptors.request.add({
    resolved: (options) => Promise.resolve({ ...options, url: new URL(`${bases.token}/token`) }),
  });
  return client;
}

const throwSignInError = (error: unknown): never => {
  throw signInError(error);
};

/** The library computes `expiry_date` with the local clock, so this turns it back into a lifetime. */
function accessTokenOf({ access_token: token, expiry_date: end }: Credentials): AccessToken {
  if (!token) throw new AppError('DRIVE_ACCESS_ERROR');
  return { token, lifetimeMs: end ? end - Date.now() : 0 };
}
