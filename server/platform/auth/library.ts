import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth/minimal';
import { SESSION_TIMING } from '#domain/session.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';
import { hashedTokens } from './hashed-tokens.ts';

const LONGEST_PASSWORD = 200;
/** argon2id (the package's default) at the cost that OWASP recommends: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The only header from which the library takes an address; it is set here, never by a client. */
const ADDRESS_HEADER = 'x-overfly-address';

export const hashPassword = (password: string) => hash(password, ARGON2);

/** Where a request comes from, in the form in which the library reads it. */
export const originHeaders = (ipAddress: string | null, userAgent: string | null) =>
  new Headers({ [ADDRESS_HEADER]: ipAddress ?? '', 'user-agent': (userAgent ?? '').slice(0, 500) });

/**
 * better-auth on our tables, called as a library: its routes are not mounted, its limits and its
 * telemetry are off. Sessions last by our clock, and only people with an active profile get one.
 */
export function createLibrary(database: Database, config: Config, clock: () => Date) {
  const adapter = kyselyAdapter(database.owner.withSchema('auth'), { type: 'postgres' });
  return betterAuth({
    baseURL: config.publicUrl ?? 'http://localhost',
    secret: config.secretKey,
    database: hashedTokens(adapter),
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: 'uuid' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    user: { modelName: 'users' },
    session: { modelName: 'sessions' },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      maxPasswordLength: LONGEST_PASSWORD,
      password: {
        hash: hashPassword,
        verify: ({ hash: kept, password }) => verify(kept, password),
      },
    },
    databaseHooks: {
      session: {
        create: {
          async before(session) {
            if (!(await isActive(database, session.userId))) return false;
            const now = clock();
            const expiresAt = new Date(now.getTime() + SESSION_TIMING.lifetime * 1000);
            return { data: { ...session, createdAt: now, updatedAt: now, expiresAt } };
          },
        },
      },
    },
  });
}

async function isActive(database: Database, profileId: string): Promise<boolean> {
  const text = 'select 1 from profiles where id = $1 and is_active';
  return (await ownerQuery(database, { text, values: [profileId] })).length > 0;
}
