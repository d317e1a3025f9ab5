import type { Credentials, JWT, OAuth2Client } from 'google-auth-library';
import { DRIVE_FILE_SCOPE, DRIVE_READ_SCOPE } from '#domain/drive.ts';
import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import { signInError } from './errors.ts';

/** What is asked of an account: nothing that would let Overfly change what others made. */
const ACCOUNT_SCOPES = [DRIVE_READ_SCOPE, DRIVE_FILE_SCOPE];
/** A service account sees only what is shared with it, and does only what it was shared for. */
export const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive';

type DriveConfig = Config['drive'];

/** Redirects are refused: a token endpoint has none, and they would carry our secrets along. */
const TRANSPORT = { timeout: 15_000, redirect: 'manual' } as const;

/** `lifetimeMs` counts from now. */
export type AccessToken = { token: string; lifetimeMs: number };
export type Grant = AccessToken & { refreshToken: string; scopes: string[] };

/** OAuth 2.0 as Google has it. What fails throws as signInError says. */
export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn(config: DriveConfig) {
  /** The library takes 0.2 s and some MB: only who signs in loads it. */
  const clientFor = async (redirectUri?: string): Promise<OAuth2Client> => {
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
     * Google's page that asks a person, and the secret that proves later who asked (PKCE, RFC 7636).
     * `state` comes back with the answer.
     */
    async ask({ redirectUrl, state }: { redirectUrl: string; state: string }) {
      const { CodeChallengeMethod } = await import('google-auth-library');
      const client = await clientFor(redirectUrl);
      const { codeVerifier, codeChallenge = '' } = await client.generateCodeVerifierAsync();
      const url = client.generateAuthUrl({
        access_type: 'offline',
        // A refresh token comes at the first consent, or with this.
        prompt: 'consent',
        scope: ACCOUNT_SCOPES,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: CodeChallengeMethod.S256,
      });
      return { url, codeVerifier };
    },
    /** What the person granted, by the code that came back. */
    async redeem(
      code: string,
      { redirectUrl, codeVerifier }: { redirectUrl: string; codeVerifier: string },
    ): Promise<Grant> {
      const client = await clientFor(redirectUrl);
      const { tokens } = await client.getToken({ code, codeVerifier }).catch(refuse);
      if (!tokens.refresh_token) throw new AppError('DRIVE_EXPIRED');
      const scopes = tokens.scope?.split(' ') ?? [];
      return { ...accessTokenOf(tokens), refreshToken: tokens.refresh_token, scopes };
    },
    /** The next access token of an account. */
    async refresh(refreshToken: string) {
      const client = await clientFor();
      client.setCredentials({ refresh_token: refreshToken });
      const { credentials } = await client.refreshAccessToken().catch(refuse);
      return accessTokenOf(credentials);
    },
    /** The next access token of the service account of the settings. */
    async refreshServiceAccount() {
      const client = await serviceClient(config);
      return accessTokenOf(await client.authorize().catch(refuse));
    },
    /** Ends a grant at Google; false when Google did not do so. */
    revoke: async (refreshToken: string) =>
      clientFor()
        .then((client) => client.revokeToken(refreshToken))
        .then(
          () => true,
          // 400: Google has forgotten it already.
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
  // The library has one fixed address for these tokens.
  client.transporter.interceptors.request.add({
    resolved: (options) => Promise.resolve({ ...options, url: new URL(`${bases.token}/token`) }),
  });
  return client;
}

const refuse = (error: unknown): never => {
  throw signInError(error);
};

/** The library tells the end by the clock of this machine, which makes a lifetime of it again. */
function accessTokenOf({ access_token: token, expiry_date: end }: Credentials): AccessToken {
  if (!token) throw new AppError('DRIVE_ACCESS_ERROR');
  return { token, lifetimeMs: end ? end - Date.now() : 0 };
}
