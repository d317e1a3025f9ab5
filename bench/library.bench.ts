// The first page of the library of submissions, for an operator on PostgreSQL: with 5,000 submissions in
// 100 projects against 50 in one.
import { makeCompany, makePerson } from '#test/factories.ts';
import { startTestDatabase } from '../scripts/test-database.mjs';
import { get, load, type LoadResult } from './http-load.ts';
import { createProductDatabase, serveProduct, withContext } from './product.ts';
import { median, startServer } from './server-process.ts';

const LIMIT = 1.5;
const ROUNDS = 7;
const SECONDS = 3;
const PER_PROJECT = 50;
const FILES = 4;

/** Projects with 50 submissions of four photos each, and an operator who is signed in. */
const fill = (url: string, projects: number): Promise<string> =>
  withContext(url, async (ctx) => {
    const { pool } = ctx.db;
    const company = await makeCompany(ctx);
    const { cookie } = await makePerson(ctx, 'operator');
    await pool.query(
      `insert into projects (company_id, name) select $1, 'Site ' || n from generate_series(1, $2::int) n`,
      [company.id, projects],
    );
    await pool.query(
      `insert into submissions (project_id, content_type, title, recorded_date, status, published_at, summary)
       select id, 'weekly_update', 'Week ' || n, '2020-01-06'::date + 7 * n, 'published', now(), 'Slab poured, crane moved.'
       from projects, generate_series(1, $1::int) n`,
      [PER_PROJECT],
    );
    await pool.query(
      `insert into files (submission_id, project_id, file_name, file_path, file_type, file_size, kind, state,
         sha256, crc32, width, height, presets, thumbhash, captured_at)
       select s.id, s.project_id, 'DJI_' || n || '.JPG', 'bench/' || s.id || '/' || n, 'image/jpeg', 8000000,
         'photo', 'ready', encode(sha256((s.id || '/' || n)::bytea), 'hex'), 1, 4000, 3000, '{256,512}', 'aGVsbG8gd29ybGQ=', now()
       from submissions s, generate_series(1, $1::int) n`,
      [FILES],
    );
    // As the database does by itself once that many rows are new.
    await pool.query('vacuum analyze');
    return cookie;
  });

/** The product on a database with so many projects; `ask` loads it for some seconds. */
async function productWith(projects: number) {
  const database = await createProductDatabase();
  const cookie = await fill(database.url, projects);
  const server = await startServer(import.meta.filename, 'product', database.url);
  const request = get('/api/operator/library', `cookie: ${cookie}`);
  return {
    ask: (seconds = SECONDS) => load(server.port, () => request, { connections: 1, seconds }),
    stop: async () => {
      await server.stop();
      await database.drop();
    },
  };
}

async function measure(clusterUrl: string) {
  process.env.TEST_DATABASE_URL = clusterUrl;
  const [many, few] = [await productWith(100), await productWith(1)];
  await many.ask(2);
  await few.ask(2);
  const rounds: { many: LoadResult; few: LoadResult }[] = [];
  for (let n = 0; n < ROUNDS; n++) rounds.push({ many: await many.ask(), few: await few.ask() });
  await many.stop();
  await few.stop();
  return rounds;
}

async function main() {
  const [role, url = ''] = process.argv.slice(2);
  if (role === 'product') return serveProduct(url);
  const cluster = await startTestDatabase();
  try {
    const rounds = await measure(cluster.url);
    const ratio = median(rounds.map(({ many, few }) => many.p95 / few.p95));
    const show = (values: number[]) => median(values).toFixed(1);
    process.stdout.write(
      `first page of the library, ${100 * PER_PROJECT} submissions against ${PER_PROJECT}\n` +
        `  p95 ${show(rounds.map(({ many }) => many.p95))} and ${show(rounds.map(({ few }) => few.p95))} ms: ` +
        `ratio ${ratio.toFixed(2)} (at most ${LIMIT})\n`,
    );
    if (ratio > LIMIT) process.exitCode = 1;
  } finally {
    await cluster.stop();
  }
}

await main();
