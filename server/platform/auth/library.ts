import { kyselyAdapter } from '@better-auth/kysely-adapter';
import { betterAuth } from 'better-auth/minimal';
import type { Config } from '#server/config.ts';
import type { Database } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';
import { hashedTokens } from './hashed-tokens.ts';
import { endAfter } from './rotation.ts';

/**
 * better-auth on our tables, called as a library: it makes the sessions. Its routes are not mounted,
 * its limits and its telemetry are off. Sessions last by our clock, and only people with an active
 * profile get one.
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
    advanced: { database: { generateId: 'uuid' } },
    user: { modelName: 'users' },
    session: { modelName: 'sessions' },
    account: { modelName: 'accounts' },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    databaseHooks: {
      session: {
        create: {
          async before(session) {
            if (!(await isActive(database, session.userId))) return false;
            const now = clock();
            const times = { createdAt: now, updatedAt: now, expiresAt: endAfter(now) };
            return { data: { ...session, ...times } };
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
