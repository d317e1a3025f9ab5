import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { mailboxPlugin } from '#demo/mailbox/mailbox-page.ts';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import type { Context } from '#server/platform/context.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { testConfig } from './config.ts';
import { openTestDatabase, testLog } from './database.ts';

export type TestApp = {
  app: FastifyInstance;
  ctx: Context;
  clock: TestClock;
  inject: FastifyInstance['inject'];
  /** Ends everything and removes the database and the files. */
  close(): Promise<void>;
};

/**
 * The whole product on a migrated database of its own (see openTestDatabase) and a temporary
 * data directory; requests go in by `inject`. No worker runs unless a test starts it.
 */
export async function buildApp(
  options: { config?: Partial<Config>; log?: Context['log'] } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'overfly-app-'));
  const clock = createTestClock();
  const db = await openTestDatabase();
  const ctx = await createContext(testConfig(dataDir, options.config), {
    db,
    log: options.log ?? testLog,
    clock: () => clock.now(),
  });
  const app = await createApp(ctx, [mailboxPlugin(ctx)]);
  await app.ready();
  const close = async () => {
    await app.close();
    await ctx.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { app, ctx, clock, inject: app.inject.bind(app), close };
}
