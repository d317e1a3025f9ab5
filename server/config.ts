import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { isPublished, PUBLISHED_PASSWORD } from '#domain/passwords.ts';
import type { Brand, SiteContent } from '#domain/public-site.ts';
import { SETTING_SCHEMAS } from '#domain/settings.ts';
import { readSite } from '#domain/site-settings.ts';
import type { UnitsChoice } from '#domain/units.ts';
import { readBackups, type BackupConfig } from './backup-config.ts';
import { readBaseMap, type BaseMapConfig } from './base-map-config.ts';
import { DRIVE_ENVIRONMENT, readDrive, type DriveConfig } from './drive-config.ts';
import { MAIL_ENVIRONMENT, readBrand, readMail, type MailConfig } from './mail-config.ts';
import { readOidc, type OidcConfig } from './oidc-config.ts';
import { isLocalName } from './platform/http/this-machine.ts';

const OBSERVATION_ENVIRONMENT = {
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: z.coerce.number('must be a number').int().min(0).max(65535).optional(),
  SLOW_QUERY_MS: z.coerce.number('must be a number').int().min(0).default(500),
};

type Environment = z.output<z.ZodObject<typeof OBSERVATION_ENVIRONMENT>>;

type ObservationConfig = {
  metricsToken: string | null;
  /** Port for metrics in a process that serves no web pages; null for none. */
  metricsPort: number | null;
  /** Statements that take at least this many milliseconds are logged; 0 for none. */
  slowQueryMs: number;
};

/** One line per problem; use `observation` only if there are no problems. */
const readObservation = (
  env: Environment,
): { observation: ObservationConfig; problems: string[] } => ({
  problems:
    env.METRICS_PORT !== undefined && !env.METRICS_TOKEN
      ? ['METRICS_TOKEN: is required with METRICS_PORT']
      : [],
  observation: {
    metricsToken: env.METRICS_TOKEN ?? null,
    metricsPort: env.METRICS_PORT ?? null,
    slowQueryMs: env.SLOW_QUERY_MS,
  },
});

const flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true');
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

function isProxyList(text: string): boolean {
  const isNetwork = (part: string) =>
    isIP(part.split('/')[0] ?? '') > 0 || /^(loopback|linklocal|uniquelocal)$/.test(part);
  return /^(\d+|true|false)$/.test(text) || text.split(',').every((part) => isNetwork(part.trim()));
}

const SECRET_KEY_LENGTH = 32;

const Environment = z.object({
  PORT: z.coerce
    .number('must be a number')
    .int()
    .min(0)
    .max(65535, 'must be at most 65535')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user@host/database' })
    .optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  ...SETTING_SCHEMAS,
  ...MAIL_ENVIRONMENT,
  ...DRIVE_ENVIRONMENT,
  ...OBSERVATION_ENVIRONMENT,
  SECRET_KEY: z
    .string()
    .min(SECRET_KEY_LENGTH, `must have at least ${SECRET_KEY_LENGTH} characters`)
    .optional(),
  DEMO: flag.default(true),
  DEMO_PASSWORD: z.string().min(10, 'must have at least 10 characters').default(PUBLISHED_PASSWORD),
  CONTACT_PROOF_BITS: z.coerce.number().int().min(0).max(20).default(0),
  TRUST_PROXY: z
    .string()
    .refine(isProxyList, 'must be the number of proxies or a list of their addresses')
    .optional(),
  WEBHOOKS_TO_PRIVATE: flag.default(false),
  ENGINE_URL: z.url({ protocol: /^https?$/ }).optional(),
  ENGINE_TOKEN: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

/** What settings saved in the browser change while the program runs. */
export type ChangeableConfig = {
  /** Null if backups aren't scheduled. */
  backups: BackupConfig | null;
  mail: MailConfig;
  baseMap: BaseMapConfig;
  drive: DriveConfig;
  /** Services for flight records; null if turned off. */
  flights: { weatherUrl: string | null; airspaceUrl: string | null };
  brand: Brand;
  /** Of new people. */
  units: UnitsChoice;
  site: SiteContent;
  /** Null for the email of the business. */
  operatorEmail: string | null;
  staffTwoFactor: 'optional' | 'required';
  oidc: OidcConfig | null;
  /** How long deleted things can be restored; 0 for not at all. */
  binDays: number;
  /** How long messages to the operator are kept; 0 for forever. */
  messageDays: number;
};

/** Its changeable part is replaced while the program runs, so read it when it's needed. */
export type Config = ChangeableConfig & {
  host: string;
  port: number;
  publicUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  s3: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  /** Leading zero bits in the contact form's proof of work; 0 turns it off. */
  contact: { proofBits: number };
  secretKey: string;
  /** Off once the sample site was removed. */
  demo: { enabled: boolean; password: string };
  trustProxy: boolean | string | ((address: string, hop: number) => boolean);
  /** Whether webhooks and flight services may use private addresses and plain http, for those on the same network. */
  webhooks: { allowPrivate: boolean };
  /** The first map engine. */
  engine: { url: string; token: string | null } | null;
  observation: ObservationConfig;
  logLevel: string;
  /** The environment variables that are set. */
  environment: Readonly<Record<string, string>>;
};

class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `Some settings are not valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

type Variables = Readonly<Record<string, string>>;

/** The only place that reads the environment. Throws ConfigError with every problem, not just the first. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const { env, changeable, problems } = readVariables(given);
  if (!env || !changeable) throw new ConfigError(problems);
  const { observation, problems: ofObservation } = readObservation(env);
  problems.push(...ofObservation, ...missingForS3(env), ...problemsOfPublicDemo(env));
  if (problems.length > 0) throw new ConfigError(problems);
  const dataDir = resolve(env.DATA_DIR);
  makeDataDir(dataDir);
  return {
    ...changeable,
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL ?? null,
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    s3: env.S3_ENDPOINT === undefined ? null : readS3(env),
    contact: { proofBits: env.CONTACT_PROOF_BITS },
    secretKey: env.SECRET_KEY ?? readOrCreateSecretKey(dataDir),
    demo: { enabled: env.DEMO, password: env.DEMO_PASSWORD },
    trustProxy: readTrustProxy(env.TRUST_PROXY),
    webhooks: { allowPrivate: env.WEBHOOKS_TO_PRIVATE },
    engine: env.ENGINE_URL
      ? { url: env.ENGINE_URL.replace(/\/+$/, ''), token: env.ENGINE_TOKEN ?? null }
      : null,
    observation,
    logLevel: env.LOG_LEVEL,
    environment: given,
  };
}

export type ReadChangeable = (given: Variables) => {
  /** Null if there are problems. */
  changeable: ChangeableConfig | null;
  /** Each begins with the names of its settings and a colon. */
  problems: readonly string[];
};

export const readChangeableConfig: ReadChangeable = (given) => {
  const { changeable, problems } = readVariables(given);
  return { changeable: problems.length > 0 ? null : changeable, problems };
};

function readVariables(given: Variables) {
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return { env: null, changeable: null, problems: [...wrong, ...missingForS3(given)] };
  }
  const env = parsed.data;
  const { mail, problems } = readMail(env);
  const { baseMap, problems: ofBaseMap } = readBaseMap(env);
  const { drive, problems: ofDrive } = readDrive(env);
  const { oidc, problems: ofOidc } = readOidc(env);
  const { backups, problems: ofBackups } = readBackups(env);
  const { site, problems: ofSite } = readSite(env);
  problems.push(...ofBackups, ...ofBaseMap, ...ofDrive, ...ofOidc, ...ofSite);
  const changeable: ChangeableConfig = {
    backups,
    mail,
    baseMap,
    drive,
    oidc,
    flights: { weatherUrl: env.WEATHER_URL ?? null, airspaceUrl: env.AIRSPACE_URL ?? null },
    brand: readBrand(env),
    units: env.BRAND_UNITS,
    site,
    operatorEmail: env.OPERATOR_EMAIL ?? null,
    staffTwoFactor: env.STAFF_TWO_FACTOR,
    binDays: env.BIN_DAYS,
    messageDays: env.MESSAGE_DAYS,
  };
  return { env, changeable, problems };
}

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

function missingForS3(given: Readonly<Record<string, unknown>>): string[] {
  const missing = S3_NAMES.filter((name) => given[name] === undefined);
  if (missing.length === S3_NAMES.length) return [];
  return missing.map((name) => `${name}: is required for S3 storage`);
}

/** Reports a sample site that others can reach while its published password is in use. */
function problemsOfPublicDemo(env: z.output<typeof Environment>): string[] {
  if (!env.DEMO || !isPublished(env.DEMO_PASSWORD)) return [];
  const isPublic = env.PUBLIC_URL !== undefined && !isLocalName(new URL(env.PUBLIC_URL).hostname);
  const opening = isPublic ? 'PUBLIC_URL' : 'TRUST_PROXY';
  if (!isPublic && readTrustProxy(env.TRUST_PROXY) === false) return [];
  return [
    `DEMO: the sample site is on with its published password, and ${opening} opens it to other people. For real use, set DEMO=0. To show the sample site, set DEMO_PASSWORD to a password of your own`,
  ];
}

const readS3 = (env: z.output<typeof Environment>): Config['s3'] => ({
  endpoint: env.S3_ENDPOINT ?? '',
  bucket: env.S3_BUCKET ?? '',
  region: env.S3_REGION,
  accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
});

function readTrustProxy(text: string | undefined): Config['trustProxy'] {
  if (text === undefined || text === 'false' || text === '0') return false;
  // Trusting every proxy would let clients forge their address, so `true` means one proxy.
  const proxies = text === 'true' ? 1 : Number(text);
  return Number.isInteger(proxies) ? (_address, hop) => hop < proxies : text;
}

/** Created on first start. An interrupted start leaves no partial file. */
function readOrCreateSecretKey(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  try {
    if (!existsSync(file)) writeNewSecretKey(file);
    const key = readFileSync(file, 'utf8').trim();
    if (key.length >= SECRET_KEY_LENGTH) return key;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`DATA_DIR: the secret key cannot be read or saved (${reason})`]);
  }
  throw new ConfigError([
    `DATA_DIR: the secret key in ${file} is damaged. Restore the original, or delete the file to create a new one (this ends all links and sessions)`,
  ]);
}

function makeDataDir(dataDir: string) {
  try {
    makeFolder(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`DATA_DIR: the folder cannot be created (${reason})`]);
  }
}

/** Doesn't use `recursive`, which hangs where folders can't be created, such as below /proc. */
function makeFolder(path: string) {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  }
}

function writeNewSecretKey(file: string) {
  // A random name, because process IDs are often the same in containers.
  const unfinished = `${file}.${randomUUID()}`;
  const handle = openSync(unfinished, 'w', 0o600);
  try {
    writeSync(handle, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(unfinished, file);
  } catch (error) {
    // Another process created its key first.
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished);
  }
}
