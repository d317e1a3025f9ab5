import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SettingsEnvironment } from '#domain/settings.ts';

const httpUrl = (standard: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(standard)
    .transform((url) => url.replace(/\/+$/, ''));

export const DRIVE_ENVIRONMENT = {
  GOOGLE_AUTH_BASE: httpUrl('https://accounts.google.com'),
  GOOGLE_TOKEN_BASE: httpUrl('https://oauth2.googleapis.com'),
  GOOGLE_DRIVE_BASE: httpUrl('https://www.googleapis.com/drive/v3'),
  GOOGLE_UPLOAD_BASE: httpUrl('https://www.googleapis.com/upload/drive/v3'),
  DRIVE_IMAGE_BASE: httpUrl('https://lh3.googleusercontent.com'),
  DRIVE_WEB_BASE: httpUrl('https://drive.google.com'),
};

type Environment = SettingsEnvironment & z.output<z.ZodObject<typeof DRIVE_ENVIRONMENT>>;

export type ServiceAccount = { email: string; privateKey: string };

export type DriveConfig = {
  /** Null unless both settings are given. */
  client: { id: string; secret: string } | null;
  serviceAccount: ServiceAccount | null;
  missing: readonly string[];
  /** URL prefixes without a trailing slash. */
  bases: {
    auth: string;
    token: string;
    drive: string;
    upload: string;
    image: string;
    web: string;
  };
};

export function readDrive(env: Environment): { drive: DriveConfig; problems: string[] } {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret } = env;
  const problems: string[] = [];
  const serviceAccount = readServiceAccount(env.GOOGLE_SERVICE_ACCOUNT, problems);
  if (env.GOOGLE_SERVICE_ACCOUNT && (id ?? secret)) {
    problems.push(
      'GOOGLE_SERVICE_ACCOUNT: set either this, or GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET',
    );
  }
  const client = id && secret ? { id, secret } : null;
  const isReady = client ?? serviceAccount;
  const missing = isReady
    ? []
    : (['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const).filter((name) => !env[name]);
  return { drive: { client, serviceAccount, missing, bases: basesOf(env) }, problems };
}

const basesOf = (env: Environment): DriveConfig['bases'] => ({
  auth: env.GOOGLE_AUTH_BASE,
  token: env.GOOGLE_TOKEN_BASE,
  drive: env.GOOGLE_DRIVE_BASE,
  upload: env.GOOGLE_UPLOAD_BASE,
  image: env.DRIVE_IMAGE_BASE,
  web: env.DRIVE_WEB_BASE,
});

const KeyFile = z.object({
  client_email: z.email(),
  private_key: z.string().includes('PRIVATE KEY'),
});

/** Accepts a path or the file's text. Problems never quote it, because it's a secret. */
function readServiceAccount(given: string | undefined, problems: string[]): ServiceAccount | null {
  if (!given) return null;
  try {
    const text = given.startsWith('{') ? given : readFileSync(given, 'utf8');
    const key = KeyFile.parse(JSON.parse(text));
    return { email: key.client_email, privateKey: key.private_key };
  } catch {
    problems.push(
      'GOOGLE_SERVICE_ACCOUNT: must be the path of a service account key file (JSON), or its contents',
    );
    return null;
  }
}
