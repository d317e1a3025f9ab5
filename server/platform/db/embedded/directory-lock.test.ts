import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { embeddedImage, testLog } from '#test/database.ts';
import { runProgram, type Program } from '#test/program.ts';
import { openDatabase } from '../database.ts';
import { lockDirectory } from './directory-lock.ts';
import { openEmbedded, type Embedded } from './embedded.ts';

// To start an embedded database takes a second, to make one anew many on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let folder: string;
const programs: Program[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overfly-lock-'));
});

afterEach(async () => {
  for (const { child, ended } of programs.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

async function openEmbeddedHere(): Promise<Embedded> {
  const image = await embeddedImage();
  return openEmbedded({ directory: join(folder, 'postgres'), log: testLog, image });
}

function start(): Program {
  const program = runProgram('hold-directory.ts', [join(folder, 'postgres')]);
  programs.push(program);
  return program;
}

test('a second process is refused in words, until the first one is killed', async () => {
  await openEmbeddedHere().then((database) => database.close());
  const first = start();
  expect(await first.lines.next()).toMatchObject({ value: 'open' });

  const second = await start().ended;
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`The data directory ${folder} is in use by another process.`);

  first.child.kill('SIGKILL');
  await first.ended;
  const database = await openDatabase({ databaseUrl: null, dataDir: folder, log: testLog });
  const { rows } = await database.pool.query('select 1 as one');
  expect(rows).toEqual([{ one: 1 }]);
  await database.close();
});

test.each(['linux', 'darwin'] as const)(
  'on %s a directory is locked once and can be given back',
  async (platform) => {
    const lock = await lockDirectory(folder, platform);
    await expect(lockDirectory(folder, platform)).rejects.toThrow('is in use by another process');
    await lock.release();
    const again = await lockDirectory(folder, platform);
    await again.release();
  },
);

test('a lock file whose process is gone is taken over', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  await writeFile(`${folder}.lock`, String(pid));
  const lock = await lockDirectory(folder, 'darwin');
  await lock.release();
  expect(existsSync(`${folder}.lock`)).toBe(false);
});

test('a directory with other files in it is refused, and nothing in it is touched', async () => {
  const directory = join(folder, 'postgres');
  await lockDirectory(directory, 'darwin').then((lock) => lock.release());
  await writeFile(join(directory, 'letter.txt'), 'mine');
  await expect(openEmbedded({ directory, log: testLog })).rejects.toThrow(
    'is not empty and holds no PostgreSQL database',
  );
  expect(existsSync(join(directory, 'letter.txt'))).toBe(true);
});

test('an image is not put over a database that is there', async () => {
  await openEmbeddedHere().then((database) => database.close());
  await expect(openEmbeddedHere()).rejects.toThrow('already holds a database');
});
