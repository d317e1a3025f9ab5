// The list of 100 projects with their company, for a signed-in client on PostgreSQL, against a bare
// node:http + pg server that reads the same rows in one query and sends the same bytes.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { makeCompany, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { startTestDatabase } from '../scripts/test-database.mjs';
import { get, load } from './http-load.ts';
import { createProductDatabase, serveProduct, withContext } from './product.ts';
import { median, reportServer, startServer, type ServerProcess } from './server-process.ts';

const LIMIT = 0.6;
const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 10;
const PROJECTS = 100;
const COMPANIES = 20;

// What the API's query comes to without policies, written by hand.
const BARE_LIST = `
  select p.id, p.company_id as "companyId", c.company_code as "companyCode", c.company_name as "companyName",
    p.name, p.description, p.address, p.status, p.start_date as "startDate",
    p.estimated_completion_date as "estimatedCompletionDate", p.latitude, p.longitude, p.time_zone as "timeZone",
    p.project_manager_id is not null as "isManaged", p.submission_count as "submissionCount",
    p.last_published_at as "lastPublishedAt", p.created_at as "createdAt"
  from projects p
  left join companies c on c.id = p.company_id
  where p.company_id = $1
  order by p.created_at desc, p.id desc limit 200`;

function serveBare(url: string, companyId: string) {
  pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const answer = async (response: ServerResponse) => {
    const { rows } = await pool.query({ name: 'list', text: BARE_LIST, values: [companyId] });
    const body = JSON.stringify({ projects: rows });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    response.writeHead(200, headers).end(body);
  };
  const server = createServer((_request, response) => void answer(response));
  server.listen(0, '127.0.0.1', () =>
    reportServer((server.address() as AddressInfo).port, () => pool.end()),
  );
}

/** 100 projects of one of twenty companies of 100 each, twenty of them with eight weeks; a client of it is signed in. */
const fill = (url: string) =>
  withContext(url, async (ctx) => {
    const company = await makeCompany(ctx);
    const client = await makePerson(ctx, 'client', { companyId: company.id });
    for (let n = 0; n < PROJECTS; n++) {
      const project = await makeProject(ctx, company.id, {
        description: 'A four-story building beside the river, documented every Monday.',
        address: '100 Sample Street, Waco, TX 76701',
        startDate: '2026-01-05',
        latitude: 31.52,
        longitude: -97.15,
      });
      if (n < 20)
        for (let week = 0; week < 8; week++)
          await makeSubmission(ctx, project.id, { published: true });
    }
    for (let others = 1; others < COMPANIES; others++) {
      const other = await makeCompany(ctx);
      await ctx.db.pool.query(
        `insert into projects (company_id, name) select $1, 'Other ' || n from generate_series(1, $2::int) n`,
        [other.id, PROJECTS],
      );
    }
    await ctx.db.pool.query('analyze');
    return { companyId: company.id, cookie: client.cookie };
  });

/** Milliseconds of the same query in the database with and without policies. */
const policyShare = (url: string, companyId: string) =>
  withContext(url, async (ctx) => {
    const runs = { with: [] as number[], without: [] as number[] };
    const client = await ctx.db.pool.connect();
    const timed = async (settings: string) => {
      await client.query(`begin; ${settings}`);
      const { rows } = await client.query(
        `explain (analyze, timing off, format json) ${BARE_LIST}`,
        [companyId],
      );
      await client.query('rollback');
      const [{ 'Execution Time': run, 'Planning Time': plan }] = (
        rows[0] as { 'QUERY PLAN': [{ 'Execution Time': number; 'Planning Time': number }] }
      )['QUERY PLAN'];
      return run + plan;
    };
    const viewer = `set local role overfly_app; set local app.viewer_kind = 'client';
      set local app.viewer_id = '${crypto.randomUUID()}'; set local app.viewer_company = '${companyId}'`;
    for (let n = 0; n < 50; n++) {
      runs.with.push(await timed(viewer));
      runs.without.push(await timed(''));
    }
    client.release();
    return { with: median(runs.with), without: median(runs.without) };
  });

async function measure(clusterUrl: string) {
  process.env.TEST_DATABASE_URL = clusterUrl;
  const database = await createProductDatabase();
  const { companyId, cookie } = await fill(database.url);
  const product = await startServer(import.meta.filename, 'product', database.url);
  const bare = await startServer(import.meta.filename, 'bare', database.url, companyId);
  const [ask, askBare] = [get('/api/projects', `cookie: ${cookie}`), get('/')];
  const run = (port: number, text: string, seconds = SECONDS) =>
    load(port, () => text, { connections: CONNECTIONS, seconds });
  await run(product.port, ask, 2);
  await run(bare.port, askBare, 2);
  const measured = async (server: ServerProcess, text: string) => {
    const before = await server.cpu();
    const result = await run(server.port, text);
    return { ...result, cpu: (await server.cpu()) - before };
  };
  const rounds = [];
  for (let n = 0; n < ROUNDS; n++) {
    rounds.push({ a: await measured(product, ask), b: await measured(bare, askBare) });
  }
  const share = await policyShare(database.url, companyId);
  await product.stop();
  await bare.stop();
  await database.drop();
  return { rounds, share };
}

async function main() {
  const [role, url = '', companyId = ''] = process.argv.slice(2);
  if (role === 'product') return serveProduct(url);
  if (role === 'bare') return serveBare(url, companyId);
  const cluster = await startTestDatabase();
  try {
    const { rounds, share } = await measure(cluster.url);
    const rate = (result: { requests: number; seconds: number }) =>
      result.requests / result.seconds;
    const micros = (result: { cpu: number; requests: number }) =>
      (result.cpu * 1e6) / result.requests;
    const ratio = median(rounds.map(({ a, b }) => rate(a) / rate(b)));
    const show = (values: number[]) => median(values).toFixed(0);
    process.stdout.write(
      `${PROJECTS} projects, ${rounds[0]?.a.bytes && Math.round(rounds[0].a.bytes / rounds[0].a.requests)} bytes` +
        ` (bare ${rounds[0]?.b.bytes && Math.round(rounds[0].b.bytes / rounds[0].b.requests)}), ${CONNECTIONS} connections\n` +
        `  product ${show(rounds.map(({ a }) => rate(a)))}/s, bare ${show(rounds.map(({ b }) => rate(b)))}/s: ` +
        `ratio ${ratio.toFixed(2)} (at least ${LIMIT})\n` +
        `  p99 product ${show(rounds.map(({ a }) => a.p99))} ms, bare ${show(rounds.map(({ b }) => b.p99))} ms\n` +
        `  CPU of the process per request: product ${show(rounds.map(({ a }) => micros(a)))} us, bare ${show(rounds.map(({ b }) => micros(b)))} us\n` +
        `  query in the database: ${share.with.toFixed(2)} ms with policies, ${share.without.toFixed(2)} ms without\n`,
    );
    if (ratio < LIMIT) process.exitCode = 1;
  } finally {
    await cluster.stop();
  }
}

await main();
