import { execFileSync } from 'node:child_process';
import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openServer } from '#server/platform/db/database.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { createServerDatabase, testLog } from '#test/database.ts';
import { makeFile, makeProjectWithPeople, makeSubmission } from '#test/factories.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { runProgram } from '#test/program.ts';
import { runSite } from '#test/site.ts';
import { originalPath } from './format.ts';
import { makeBackup } from './service.ts';

const FILES = 12;
/** Generous, because each drill starts the whole program twice. */
const DRILL = { timeout: 120_000 };
const site = runSite();
const folders = temporaryFolder();
let last = '';

beforeAll(async () => {
  const { ctx } = site;
  const { project } = await makeProjectWithPeople(ctx);
  const { id } = await makeSubmission(ctx, project.id);
  for (let number = 0; number < FILES; number++) {
    const bytes = Buffer.from(`file ${number}`);
    last = (await makeFile(ctx, { id, projectId: project.id }, { kind: 'document', bytes })).id;
  }
});

const run = (args: string[], env: Record<string, string>) =>
  runProgram('../../server/main.ts', args, { env: { DEMO: '0', LOG_LEVEL: 'fatal', ...env } });

const countIn = async (folder: string, isOne: (name: string) => boolean) =>
  (await readdir(folder, { recursive: true }).catch(() => [])).filter(isOne).length;

/** Replaces one original with a pipe that blocks, kills the command when all others are copied, and repeats it. */
async function killAndRepeat(
  held: string,
  start: () => ReturnType<typeof run>,
  count: () => Promise<number>,
) {
  const kept = `${held}.kept`;
  await rename(held, kept);
  // Opening a pipe without a writer blocks.
  execFileSync('mkfifo', [held]);
  const first = start();
  await expect.poll(count, { interval: 20, timeout: 60_000 }).toBe(FILES - 1);
  first.child.kill('SIGKILL');
  expect((await first.ended).code).toBeNull();
  await rm(held);
  await copyFile(kept, held);
  await rm(kept);
  expect(await start().ended).toMatchObject({ code: 0 });
  expect(await count()).toBe(FILES);
}

test("a killed backup doesn't count, and the next one reuses its originals", DRILL, async () => {
  const root = folders.path('killed');
  const { dataDir } = site.ctx.config;
  const DATABASE_URL = site.ctx.db.pool.options.connectionString ?? '';
  await killAndRepeat(
    join(dataDir, 'storage', originalKey(last)),
    () => run(['backup', root], { DATA_DIR: dataDir, DATABASE_URL }),
    () => countIn(join(root, 'originals'), (name) => /[0-9a-f-]{36}$/.test(name)),
  );
  expect(await countIn(root, (name) => name.endsWith('manifest-sha256.txt'))).toBe(1);
});

test('a killed restore leaves no rows, and the next one completes', DRILL, async () => {
  const root = folders.path('whole');
  await makeBackup(site.ctx, root);
  const { url, drop } = await createServerDatabase();
  const dataDir = folders.path('restored');
  await killAndRepeat(
    join(root, originalPath(last)),
    () => run(['restore', root], { DATA_DIR: dataDir, DATABASE_URL: url }),
    () => countIn(join(dataDir, 'storage', 'content-files'), (name) => name.endsWith('original')),
  );
  const db = openServer(url, testLog);
  const { rows } = await db.pool.query('select id from files');
  await db.close();
  await drop();
  expect(rows).toHaveLength(FILES);
});
