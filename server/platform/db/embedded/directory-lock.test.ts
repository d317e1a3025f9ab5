import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { embeddedImage, testLog } from '#test/database.ts';
import { runProgram, type Program } from '#test/program.ts';
import { openDatabase } from '../database.ts';
import { lockDirectory, sharedDiskWarning } from './directory-lock.ts';
import { openEmbedded, type Embedded } from './embedded.ts';

// Starting an embedded database takes a second; creating one takes many on a busy machine.
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

/** `before` is a command that starts the program, such as unshare. */
function start(...before: string[]): Program {
  const program = runProgram('hold-directory.ts', [join(folder, 'postgres')], { before });
  programs.push(program);
  return program;
}

/** A command that gives a program its own network, like a container. Without root, it needs a user namespace. */
const ELSEWHERE = [['unshare', '-n'], ['unshare', '-rn'], []].find(
  ([program = 'true', ...args]) => spawnSync(program, [...args, 'true']).status === 0,
) as string[];

test('a second process, even in a container, is refused until the first is killed', async () => {
  await openEmbeddedHere().then((database) => database.close());
  const first = start();
  expect(await first.lines.next()).toMatchObject({ value: 'open' });

  const second = await start(...ELSEWHERE).ended;
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(
    `The data directory ${folder} is in use by another process (on ${hostname()}, since 20`,
  );

  first.child.kill('SIGKILL');
  await first.ended;
  const database = await openDatabase({ databaseUrl: null, dataDir: folder, log: testLog });
  const { rows } = await database.pool.query('select 1 as one');
  expect(rows).toEqual([{ one: 1 }]);
  await database.close();
});

test('the lock is exclusive, can be released and is not inherited by child processes', async () => {
  const lock = lockDirectory(folder);
  expect(() => lockDirectory(folder)).toThrow('is in use by another process');
  const child = spawn('sleep', ['60']);
  await once(child, 'spawn');
  lock.release();
  lockDirectory(folder).release();
  child.kill();
});

test('a shared disk causes a warning, a local one does not', () => {
  expect(sharedDiskWarning('/data', 0x6969)).toMatch('/data is on a disk of type NFS');
  expect(sharedDiskWarning('/data', 0xff534d42 | 0)).toMatch('type CIFS');
  expect(sharedDiskWarning(folder)).toBeNull();
});

test('a directory with other files is refused and left unchanged', async () => {
  const directory = join(folder, 'postgres');
  await mkdir(directory);
  await writeFile(join(directory, 'letter.txt'), 'mine');
  await expect(openEmbedded({ directory, log: testLog })).rejects.toThrow(
    'is not empty and does not contain a PostgreSQL database',
  );
  expect(existsSync(join(directory, 'letter.txt'))).toBe(true);
});

test('an image never replaces an existing database', async () => {
  await openEmbeddedHere().then((database) => database.close());
  await expect(openEmbeddedHere()).rejects.toThrow('already contains a database');
});
