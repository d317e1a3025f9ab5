import { randomUUID } from 'node:crypto';
import { isContractProcedure } from '@orpc/contract';
import type * as Fastify from 'fastify';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { contract } from '#contract/contract.ts';
import { ERRORS } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Attempt } from '#test/authorization/attempt.ts';
import { liveChannelHeaders } from '#test/fixtures/live-channel-headers.ts';
import { REQUESTS } from '#test/authorization/requests.ts';
import { EXPECTATIONS, subjectOf } from '#test/authorization/expectations.ts';
import { VIEWERS, type ViewerName } from '#test/authorization/table.ts';
import { makeWorld, type World } from '#test/authorization/world.ts';
import { testDatabaseKind } from '#test/database.ts';
import { runSite } from '#test/site.ts';
import type * as SharedPages from './sharing/share-links/page.ts';

/** Registered routes as 'METHOD /path'. */
const routes = vi.hoisted(() => new Set<string>());
vi.mock('fastify', async (original) => {
  const real = await original<typeof Fastify>();
  const fastify = (options: object) => {
    const app = real.fastify(options);
    app.addHook('onRoute', ({ method, url }) => {
      for (const name of [method].flat()) routes.add(`${name} ${url}`);
    });
    return app;
  };
  return { ...real, default: fastify, fastify };
});

/** Lets the tests run without a build. */
vi.mock('./sharing/share-links/page.ts', async (original) => {
  const real = await original<typeof SharedPages>();
  const load = () =>
    Promise.resolve({ render: (view: object) => JSON.stringify(view), template: '' });
  return { ...real, sharedPagePlugin: (ctx: Context) => real.sharedPagePlugin(ctx, load) };
});

type Operation = { method: string; path: string };

function operationsOf(router: object, prefix = ''): [string, Operation][] {
  return Object.entries(router).flatMap(([key, value]: [string, object]) => {
    const name = `${prefix}${key}`;
    if (!isContractProcedure(value)) return operationsOf(value, `${name}.`);
    const { method = 'POST', path = '/' } = value['~orpc'].route;
    return [[name, { method, path }]];
  });
}
const OPERATIONS = new Map(operationsOf(contract));

function requestOf(name: string, { input = {}, request }: Attempt): Fastify.InjectOptions {
  if (request) return request;
  const operation = OPERATIONS.get(subjectOf(name));
  if (!operation) throw new Error(`no such operation: ${name}`);
  const rest = { ...input };
  const url = operation.path.replaceAll(/\{(\w+)\}/g, (_all, key: string) => {
    const value = encodeURIComponent(String(rest[key]).toWellFormed());
    delete rest[key];
    return value;
  });
  const method = operation.method as Fastify.InjectOptions['method'];
  const given = Object.keys(rest).length > 0;
  const where = method === 'GET' ? 'query' : 'payload';
  return { method, url: `/api${url}`, ...(given ? { [where]: rest } : {}) };
}

const site = runSite();
let world: World;
let tables: string[];
beforeAll(async () => {
  world = await makeWorld(site);
  const { rows } = await site.ctx.db.pool.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth') and tablename <> 'attempts'",
  );
  tables = rows.map(({ name }) => name);
});

/**
 * Row counts and latest transaction IDs of every table (except attempt counts) and of the queue. Reading all rows would
 * double the run time.
 */
async function fingerprintDatabase(): Promise<string> {
  const held = "count(*) || ' ' || coalesce(max(xmin::text::bigint), 0)";
  const parts = tables.map((name) => `select '${name} ' || ${held} as row from ${name}`);
  const jobs = `select 'jobs ' || ${held} from pgboss.job where name not like '\\_\\_%'`;
  const text = `select string_agg(row, e'\n' order by row) as rows from (${[...parts, jobs].join(' union all ')}) as kept`;
  const { rows } = await site.ctx.db.pool.query<{ rows: string }>({ name: 'kept', text });
  return rows[0]?.rows ?? '';
}

type Outcome = { status: number; body: string };

async function prepared(viewer: ViewerName, name: string): Promise<Attempt> {
  const prepare = REQUESTS[name];
  if (!prepare) throw new Error(`no request is defined for ${name}`);
  return prepare(world, viewer);
}

async function send(viewer: ViewerName, name: string, attempt: Attempt): Promise<Outcome> {
  const request = requestOf(name, attempt);
  const headers = { ...request.headers, ...world.headers[viewer], ...attempt.headers };
  if (subjectOf(name) === 'GET /api/live') return openLive(headers);
  const { statusCode, body } = await site.inject({ ...request, headers });
  return { status: statusCode, body };
}

async function openLive(headers: Record<string, unknown>): Promise<Outcome> {
  try {
    const socket = await site.app.injectWS('/api/live', liveChannelHeaders(headers));
    socket.terminate();
    return { status: 101, body: '' };
  } catch (error) {
    return { status: Number(/\d{3}/.exec(String(error))?.[0]), body: '' };
  }
}

/** Access rules are the same SQL on both databases, so two viewers are enough on the embedded one. */
const TESTED_VIEWERS =
  testDatabaseKind() === 'server' ? VIEWERS : (['client', 'operator'] as const);

describe.each(EXPECTATIONS)('$name', ({ name, expected }) => {
  test.each(TESTED_VIEWERS)('answers %s as the table expects', async (viewer) => {
    const attempt = await prepared(viewer, name);
    const keptIfRefused = () => (expected[viewer] >= 400 ? fingerprintDatabase() : '');
    const before = await keptIfRefused();
    const { status, body } = await send(viewer, name, attempt);
    const why = status === expected[viewer] ? '' : body;
    expect({ status, why }).toEqual({ status: expected[viewer], why: '' });
    expect({ kept: await keptIfRefused() }).toEqual({ kept: before });
    const isPublic = attempt.request !== undefined || attempt.input?.['token'] !== undefined;
    const hidden = isPublic ? [] : world.hidden[viewer];
    expect(hidden.filter((id) => body.includes(id))).toEqual([]);
  });
});

const UUID = /^[0-9a-f-]{36}$/;
const refusedToOthers = EXPECTATIONS.filter(
  ({ name, expected }) => OPERATIONS.has(subjectOf(name)) && expected.other >= 400,
);

test.each(testDatabaseKind() === 'server' ? refusedToOthers : [])(
  '$name does not reveal to strangers whether something exists',
  async ({ name }) => {
    const attempt = await prepared('other', name);
    const elsewhere = Object.entries(attempt.input ?? {}).map(([key, value]) =>
      typeof value === 'string' && UUID.test(value) ? [key, randomUUID()] : [key, value],
    );
    const nothing: Attempt = { ...attempt, input: Object.fromEntries(elsewhere) };
    expect(await send('other', name, attempt)).toEqual(await send('other', name, nothing));
  },
);

/** The database accepts neither NUL nor, in JSON, half a surrogate pair. */
const UNSTORABLE = '\0\ud800';

function* changesOf(value: unknown): Generator {
  if (typeof value === 'string') yield value + UNSTORABLE;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    // A changed password would lock the viewer out.
    if (/password/i.test(key)) continue;
    for (const changed of changesOf(part)) {
      yield Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
    }
  }
}

function* spoiled({ input = {}, request, headers }: Attempt): Generator<Attempt> {
  for (const changed of changesOf(input)) yield { input: changed as typeof input, headers };
  const parts = request?.url.split(/(?<=[/=&?])/) ?? [];
  for (const [index, part] of parts.entries()) {
    // Keep names of query parameters.
    if (!request || !/^[^/=&?]+[/&?]?$/.test(part)) continue;
    const url = parts.with(index, part.replace(/(?=[/&?]|$)/, '%00')).join('');
    yield { request: { ...request, url }, headers };
  }
}

test.each(testDatabaseKind() === 'server' ? EXPECTATIONS : [])(
  '$name handles NUL and lone surrogates in every text',
  async ({ name, expected }) => {
    const viewer = VIEWERS.findLast((each) => expected[each] < 400) ?? 'operator';
    const { length } = [...spoiled(await prepared(viewer, name))];
    for (let index = 0; index < length; index++) {
      const attempt = [...spoiled(await prepared(viewer, name))][index];
      if (!attempt) continue;
      const { status, body } = await send(viewer, name, attempt);
      // This message means that only the database rejected the value.
      const isHandled = status < 500 && !body.includes(ERRORS.INVALID_INPUT[1]);
      expect({ attempt, status, body, isHandled }).toMatchObject({ isHandled: true });
    }
  },
);

/** The contract's route, 404 pages, HEAD, the app's shell, trailing slashes, and built files. */
const NOT_OURS =
  /^([A-Z]+ (\/api)?\/\*|POST \/api\/(operator\/settings\/images|pins\/.+\/picture)|(HEAD|OPTIONS) .*|GET \/(setup|(auth|dashboard|operator)\/.+)|GET .+\/|GET \/((assets|pictures)\/\*|[\w.-]+\.\w+))$/;

describe('the authorization table', () => {
  const subjects = new Set(EXPECTATIONS.map(({ name }) => subjectOf(name)));

  test('covers every operation of the contract', () => {
    expect(OPERATIONS.size).toBeGreaterThan(30);
    expect([...OPERATIONS.keys()].filter((name) => !subjects.has(name))).toEqual([]);
  });

  test('covers every route outside the contract', () => {
    const ours = [...routes].filter((route) => !NOT_OURS.test(route));
    expect(ours.length).toBeGreaterThan(10);
    expect(ours.filter((route) => !subjects.has(route))).toEqual([]);
  });

  test('has no unknown operations or routes', () => {
    const known = new Set([...OPERATIONS.keys(), ...routes]);
    expect([...subjects].filter((name) => !known.has(name))).toEqual([]);
  });

  test('has one request for each row', () => {
    expect(EXPECTATIONS.map(({ name }) => name).sort()).toEqual(Object.keys(REQUESTS).sort());
  });
});
