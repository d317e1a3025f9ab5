// Two processes take over uploads from each other while both write, on PostgreSQL. In half of the rounds, they share an
// upload folder. The stored file must equal the original. Limit: 0 wrong bytes. `npm run bench -- takeover`;
// TAKEOVER_ROUNDS replaces 1000.
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import type { Context } from '#server/platform/context.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { createServerDatabase } from '#test/database.ts';
import { makeCompany, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { takeTurns } from '#test/upload-takeover.ts';
import { startTestDatabase } from '../scripts/test-database.mjs';
import { reportServer, startServer } from './server-process.ts';

// eslint-disable-next-line node/no-process-env -- set a smaller number to test the benchmark itself
const ROUNDS = Number(process.env['TAKEOVER_ROUNDS'] ?? 1000);
const LARGEST = 3 * 1024 ** 2;

const settings = (databaseUrl: string, dataDir: string) =>
  readConfig({
    // eslint-disable-next-line node/no-process-env -- passes on S3 settings, to run it with a bucket
    ...process.env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: 'of all processes, because a cookie is good for each',
    DEMO: '0',
    LOG_LEVEL: 'warn',
  });

async function serve(databaseUrl: string, dataDir: string) {
  const ctx = await createContext(settings(databaseUrl, dataDir));
  const app = await createApp(ctx);
  await app.listen({ host: '127.0.0.1', port: 0 });
  reportServer((app.server.address() as AddressInfo).port, async () => {
    await app.close();
    await ctx.close();
  });
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const fileOf = (ctx: Context, id: string) =>
  ctx.db.owner.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();

const writerOf = async (ctx: Context, id: string) => {
  const query = ctx.db.owner.selectFrom('uploads').select('writer').where('id', '=', id);
  return (await query.executeTakeFirst())?.writer ?? null;
};

/** Whether exactly the file's bytes were stored, with their hash. */
async function isStoredCorrectly(ctx: Context, id: string, bytes: Buffer): Promise<boolean> {
  const wanted = sha256(bytes);
  const stored = sha256(await ctx.storage.read(originalKey(id)).catch(() => Buffer.alloc(0)));
  const file = await fileOf(ctx, id);
  return file?.state === 'ready' && file.sha256 === wanted && stored === wanted;
}

async function compete(ctx: Context, databaseUrl: string, folders: readonly [string, string]) {
  const { cookie } = await makePerson(ctx, 'operator');
  const { id: companyId } = await makeCompany(ctx);
  const { id: projectId } = await makeProject(ctx, companyId);
  const { id: submissionId } = await makeSubmission(ctx, projectId);
  const [home, away] = folders;
  const start = (folder: string) => startServer(import.meta.filename, 'serve', databaseUrl, folder);
  const [first, sharing, apart] = await Promise.all([start(home), start(home), start(away)]);
  const senderAt = ({ port }: { port: number }) => ({ url: `http://127.0.0.1:${port}`, cookie });
  const started = performance.now();
  let [wrong, takeovers] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.4 '), randomBytes(randomInt(1, LARGEST))]);
    const shares = Array.from({ length: randomInt(1, 4) }, () => Math.random());
    const other = round % 2 === 0 ? sharing : apart;
    const id = await takeTurns([senderAt(first), senderAt(other)], {
      submissionId,
      bytes,
      first: randomInt(2) === 0 ? 0 : 1,
      shares,
      writerOf: (upload) => writerOf(ctx, upload),
    });
    takeovers += shares.length;
    if (!(await isStoredCorrectly(ctx, id, bytes))) wrong += 1;
  }
  await Promise.all([first, sharing, apart].map((server) => server.stop()));
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${ROUNDS} uploads taken over ${takeovers} times in ${seconds.toFixed(0)} s: ${wrong} with wrong bytes (limit 0)`,
  );
  if (wrong > 0) process.exitCode = 1;
}

async function measure() {
  const cluster = await startTestDatabase();
  // eslint-disable-next-line node/no-process-env -- createServerDatabase reads it
  process.env['TEST_DATABASE_URL'] = cluster.url;
  const database = await createServerDatabase();
  const dir = mkdtempSync(join(tmpdir(), 'overfly-takeover-bench-'));
  const folders = [join(dir, 'home'), join(dir, 'away')] as const;
  for (const folder of folders) mkdirSync(folder);
  mkdirSync(join(folders[0], 'storage'));
  symlinkSync(join(folders[0], 'storage'), join(folders[1], 'storage'));
  try {
    const ctx = await createContext(settings(database.url, folders[0]));
    await compete(ctx, database.url, folders);
    await ctx.close();
  } finally {
    await database.drop();
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

const [role, databaseUrl = '', dataDir = ''] = process.argv.slice(2);
if (role === 'serve') await serve(databaseUrl, dataDir);
else await measure();
