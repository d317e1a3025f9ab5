import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { InjectOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { DB } from '#db/types.ts';
import { buildApp, type TestApp } from './app.ts';

/** The API as a program calls it. A call that is refused rejects with an ORPCError: status, code, message, data. */
export type Client = JsonifiedClient<ContractRouterClient<typeof contract>>;

export type Site = Pick<TestApp, 'app' | 'ctx' | 'clock' | 'inject'> & {
  /** The API with somebody's cookie; without one as a visitor. `headers` go along with each call. */
  as(person?: { cookie: string } | null, headers?: Record<string, string>): Client;
  /** The database with its owner's rights, for states that no operation brings about or shows. */
  readonly rows: Kysely<DB>;
  /** What the audit log says of a thing, in order. */
  auditOf(subjectId: string): Promise<{ action: string; actorId: string | null; detail: unknown }[]>;
};

/**
 * The whole product for the tests of a file or of a `describe`: made before the first of them, removed
 * after the last. Its database is its own; no worker runs unless a test starts one.
 */
export function useSite(options?: Parameters<typeof buildApp>[0]): Site {
  let product: TestApp | undefined;
  beforeAll(async () => {
    product = await buildApp(options);
  });
  afterAll(() => product?.close());
  const running = () => {
    if (!product) throw new Error('The site is there for hooks and tests only.');
    return product;
  };
  return siteOf(running);
}

function siteOf(running: () => TestApp): Site {
  const inject = ((options: InjectOptions) => running().inject(options)) as TestApp['inject'];
  return {
    get app() {
      return running().app;
    },
    get ctx() {
      return running().ctx;
    },
    get clock() {
      return running().clock;
    },
    inject,
    as: (person, headers) =>
      clientOf(inject, { ...(person ? { cookie: person.cookie } : {}), ...headers }),
    get rows() {
      return running().ctx.db.owner;
    },
    auditOf: (subjectId) =>
      running()
        .ctx.db.owner.selectFrom('auditLog')
        .select(['action', 'actorId', 'detail'])
        .where('subjectId', '=', subjectId)
        .orderBy('id')
        .execute(),
  };
}

/** A client whose calls go straight into the server, without a socket. */
export function clientOf(inject: TestApp['inject'], headers: Record<string, string>): Client {
  const link = new OpenAPILink(contract, {
    url: 'http://localhost/api',
    headers,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const answer = await inject({
        method: request.method as NonNullable<InjectOptions['method']>,
        url: pathname + search,
        headers: Object.fromEntries(request.headers),
        payload: Buffer.from(await request.arrayBuffer()),
      });
      const body = answer.statusCode === 204 ? null : answer.rawPayload;
      return new Response(body && new Uint8Array(body), {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
      });
    },
  });
  return createORPCClient(link);
}
