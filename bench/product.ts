import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { createContext } from '#server/context.ts';
import { openServer } from '#server/platform/db/database.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import type { Context } from '#server/platform/context.ts';
import { testConfig } from '#test/config.ts';
import { createServerDatabase, testLog } from '#test/database.ts';
import { reportServer } from './server-process.ts';

const ROOT = join(import.meta.dirname, '..');

/** Runs `work` with the product's context on a PostgreSQL database and a temporary DATA_DIR. */
export async function withContext<T>(url: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'overfly-bench-'));
  const db = openServer(url, testLog);
  const ctx = await createContext(testConfig(dataDir), { db, log: testLog });
  try {
    return await work(ctx);
  } finally {
    await ctx.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** A new migrated database on the running cluster; `drop` removes it. */
export async function createProductDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const database = await createServerDatabase();
  const owner = openServer(database.url, testLog);
  await migrate(owner, {
    migrationsDir: join(ROOT, 'db/migrations'),
    policiesFile: join(ROOT, 'db/policies.sql'),
  });
  await owner.close();
  return database;
}

/** Serves the product in a process made by `startServer`, until the parent exits. */
export const serveProduct = (url: string): Promise<void> =>
  withContext(url, async (ctx) => {
    const app = await createApp(ctx);
    await app.listen({ port: 0, host: '127.0.0.1' });
    await new Promise<void>((resolve) => {
      reportServer((app.server.address() as AddressInfo).port, async () => {
        await app.close();
        resolve();
      });
    });
  });
