import type { Config } from '#server/config.ts';

/** The least that argon2 takes: for tests of anything but what a guess costs. */
export const LEAST_PASSWORD_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Settings as an operator would have them who sets nothing. */
export const testConfig = (dataDir: string, changes: Partial<Config> = {}): Config => ({
  host: '127.0.0.1',
  port: 0,
  publicUrl: null,
  dataDir,
  databaseUrl: null,
  s3: null,
  mail: {
    smtpUrl: null,
    from: { name: 'Overfly', address: 'support@overfly.example' },
    dkim: null,
  },
  brand: {
    name: 'Overfly',
    email: 'support@overfly.example',
    phone: '+1 254 555 0142',
    serviceArea: 'Greater Waco Area and the DFW Metroplex, Texas',
    logoUrl: '/favicon.svg',
    color: '#3552d0',
  },
  brandPictures: null,
  operatorEmail: 'operator@overfly.example',
  contact: { proofBits: 0 },
  secretKey: 'a secret key of the tests, of no use elsewhere',
  demo: { enabled: false, password: 'overfly-demo-2026' },
  staffTwoFactor: 'optional',
  trustProxy: false,
  logLevel: 'silent',
  ...changes,
});
