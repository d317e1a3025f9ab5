import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { contract } from '#contract/contract.ts';
import { mailboxPlugin } from '#demo/mailbox/mailbox-page.ts';
import type { DB } from '#db/types.ts';
import { createApp } from '#server/app.ts';
import type { Config } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { MIN_PASSWORD_COST, testConfig } from './config.ts';
import { openTestDatabase, testLog } from './database.ts';

/** The API as programs call it. Failed calls reject with an ORPCError: status, code, message, data. */
export type Client = JsonifiedClient<ContractRouterClient<typeof contract>>;

export type Site = {
  readonly app: FastifyInstance;
  readonly ctx: Context;
  readonly clock: TestClock;
  inject: FastifyInstance['inject'];
  /** The API with a person's cookie, or as a visitor. `headers` are added to each call. */
  as(person?: { cookie: string } | null, headers?: Record<string, string>): Client;
  /** Changes rows directly as the database owner, and waits until revocations have taken effect. */
  change(statement: string, ...values: unknown[]): Promise<void>;
  /** The database with its owner's rights, for states that no operation can create or show. */
  readonly rows: Kysely<DB>;
  /** Audit log entries about a subject, in order. */
  auditEntries(
    subjectId: string,
  ): Promise<{ action: string; actorId: string | null; detail: unknown }[]>;
  /** Stops everything and deletes the database and files. */
  close(): Promise<void>;
};

/** `db` must be migrated; the site closes it. Default: a new one. */
type SiteOptions = { config?: Partial<Config>; log?: Context['log']; db?: Database };

/** A site for all tests of a file or `describe`. */
export const runSite = (options?: SiteOptions): Site => siteWithin(beforeAll, afterAll, options);

/** A new site for each test of a file or `describe`. */
export const runSitePerTest = (options?: SiteOptions): Site =>
  siteWithin(beforeEach, afterEach, options);

function siteWithin(before: typeof beforeAll, after: typeof afterAll, options?: SiteOptions): Site {
  let site: Site | undefined;
  before(async () => {
    site = await openSite(options);
  });
  after(() => site?.close());
  return new Proxy({} as Site, {
    get(_target, name: keyof Site) {
      if (!site) throw new Error('The site is only available in hooks and tests.');
      return site[name];
    },
  });
}

/** Requests don't use a socket. No worker runs unless a test starts it. */
export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'overfly-site-'));
  const clock = createTestClock();
  const db = options.db ?? (await openTestDatabase());
  const ctx = await createContext(testConfig(dataDir, options.config), {
    db,
    log: options.log ?? testLog,
    clock: () => clock.now(),
    passwordCost: MIN_PASSWORD_COST,
  });
  const app = await createApp(ctx, [mailboxPlugin(ctx)]);
  await app.ready();
  const inject = app.inject.bind(app);
  return {
    app,
    ctx,
    clock,
    inject,
    as: (person, headers) =>
      clientOf(inject, { ...(person ? { cookie: person.cookie } : {}), ...headers }),
    async change(statement, ...values) {
      await db.pool.query(statement, values);
      await revocationsDelivered(ctx);
    },
    rows: db.owner,
    auditEntries: (subjectId) =>
      db.owner
        .selectFrom('auditLog')
        .select(['action', 'actorId', 'detail'])
        .where('subjectId', '=', subjectId)
        .orderBy('id')
        .execute(),
    async close() {
      await app.close();
      await ctx.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Notifications arrive in commit order, so once ours has arrived, all previous ones have, too. */
async function revocationsDelivered({ db, revocations, sessions }: Context): Promise<void> {
  const mark = randomUUID();
  const heard = Promise.withResolvers<void>();
  const stop = revocations.onRevocation((whose) => whose === mark && heard.resolve());
  await db.pool.query("select pg_notify('overfly_revocations', $1)", [mark]);
  await heard.promise;
  stop();
  sessions.clearCache();
}

function clientOf(inject: Site['inject'], headers: Record<string, string>): Client {
  const link = new OpenAPILink(contract, {
    url: 'http://localhost/api',
    headers,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const answer = await inject({
        method: request.method,
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        payload: Buffer.from(await request.arrayBuffer()),
      });
      const body = answer.statusCode === 204 ? null : new Uint8Array(answer.rawPayload);
      const answered = answer.headers as Record<string, string>;
      return new Response(body, { status: answer.statusCode, headers: answered });
    },
  });
  return createORPCClient(link);
}
