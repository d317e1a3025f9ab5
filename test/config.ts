import { z } from 'zod';
import { SETTING_SCHEMAS } from '#domain/settings.ts';
import { readSite } from '#domain/site-settings.ts';
import type { Config } from '#server/config.ts';

/** argon2's minimum, for tests where password hashing should be fast. */
export const MIN_PASSWORD_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** No test contacts Google; tests that need responses start test/fixtures/google. */
const UNREACHABLE = {
  auth: 'http://127.0.0.1:9/auth',
  token: 'http://127.0.0.1:9/token',
  drive: 'http://127.0.0.1:9/drive/v3',
  upload: 'http://127.0.0.1:9/upload/drive/v3',
  image: 'http://127.0.0.1:9/image',
  web: 'https://drive.google.com',
};

export const testConfig = (dataDir: string, changes: Partial<Config> = {}): Config => ({
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  dataDir,
  databaseUrl: null,
  s3: null,
  backups: null,
  mail: {
    smtpUrl: null,
    from: { name: 'Overfly', address: 'support@overfly.example' },
    replyTo: null,
    dkim: null,
  },
  brand: {
    name: 'Overfly',
    email: 'support@overfly.example',
    phone: '+1 254 555 0142',
    serviceArea: 'Greater Waco Area and the DFW Metroplex, Texas',
    responseTime: 'within 24 hours on business days',
    logoUrl: '/favicon.svg',
    logoDarkUrl: '/favicon.svg',
    color: '#3552d0',
    hours: '',
    part107: 'FAA Part 107 certified pilots.',
    timeZone: 'America/Chicago',
  },
  units: 'project',
  site: readSite(z.object(SETTING_SCHEMAS).parse({})).site,
  baseMap: { baseMap: { kind: 'built_in' }, token: null, file: null },
  drive: {
    client: null,
    serviceAccount: null,
    missing: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    bases: UNREACHABLE,
  },
  flights: { weatherUrl: null, airspaceUrl: null },
  operatorEmail: null,
  contact: { proofBits: 0 },
  secretKey: 'a secret key of the tests, of no use elsewhere',
  demo: { enabled: false, password: 'overfly-demo-2026' },
  staffTwoFactor: 'optional',
  oidc: null,
  trustProxy: false,
  webhooks: { allowPrivate: false },
  engine: null,
  binDays: 30,
  messageDays: 0,
  observation: { metricsToken: null, metricsPort: null, slowQueryMs: 0 },
  logLevel: 'silent',
  environment: {},
  ...changes,
});
