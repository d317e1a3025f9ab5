import fs from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testLog } from '#test/database.ts';
import { runProgram, type Program } from '#test/program.ts';
import { openEmbedded } from './embedded.ts';

// Starting an embedded database takes a second; creating one takes many on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const ROUNDS = 5;

let folder: string;
let directory: string;
let program: Program | undefined;

// All tests share one data directory in order, because creating one takes seconds.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overfly-durability-'));
  directory = join(folder, 'data', 'postgres');
});

afterEach(async () => {
  program?.child.kill('SIGKILL');
  await program?.ended;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('a process killed during creation leaves no directory that looks complete', async () => {
  program = runProgram('write-rows.ts', [directory]);
  await expect.poll(() => fs.existsSync(`${directory}.new/base`), { timeout: 90_000 }).toBe(true);
  program.child.kill('SIGKILL');
  await program.ended;
  expect(fs.existsSync(directory)).toBe(false);
});

test('the new data directory, every commit and every checkpoint are synced', async () => {
  program = runProgram('commit-and-checkpoint.ts', [directory], {
    preload: 'watch-files.ts',
    env: { WATCH_FILES: folder },
  });
  expect(await program.ended).toEqual({ code: 0, stderr: '' });
  const log = await readFile(join(folder, 'synced'), 'utf8');
  const [made = [], committed = [], checkpointed = []] = log
    .split('--- next\n')
    .map((part) => part.split('\n').filter(Boolean));

  const unfinished = `${directory}.new`;
  expect(made).toContain(unfinished);
  expect(made).toContain(join(unfinished, 'PG_VERSION'));
  expect(made.filter((path) => path.startsWith(join(unfinished, 'base'))).length).toBeGreaterThan(
    500,
  );
  expect(made).toContain(join(folder, 'data'));

  expect(committed.filter((path) => path.includes('pg_wal')).length).toBeGreaterThanOrEqual(20);
  expect(checkpointed.filter((path) => path.includes('base')).length).toBeGreaterThanOrEqual(1);
  expect(checkpointed).toContain(join(directory, 'global', 'pg_control'));
});

test('a process killed repeatedly while writing loses no acknowledged row', async () => {
  let acknowledged = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    program = runProgram('write-rows.ts', [directory]);
    const enough = acknowledged + 5 + Math.floor(Math.random() * 60);
    for await (const line of program.lines) {
      if (line !== 'open') acknowledged = Number(line);
      if (acknowledged >= enough) program.child.kill('SIGKILL');
    }
    await program.ended;
  }
  const database = await openEmbedded({ directory, log: testLog });
  const { rows } = await database.pool.query<{ n: number; whole: number }>(
    'select count(*) as n, count(*) filter (where twin = n) as whole from written',
  );
  await database.close();
  const [found] = rows;
  expect(acknowledged).toBeGreaterThanOrEqual(5 * ROUNDS);
  // The row after the last acknowledged one may have been committed just before the kill.
  expect([acknowledged, acknowledged + 1]).toContain(found?.n);
  expect(found?.whole).toBe(found?.n);
});

test('on a full disk writes fail, and work again once there is space', async () => {
  program = runProgram('fill-the-disk.ts', [directory], {
    preload: 'watch-files.ts',
    env: { WATCH_FILES: folder },
  });
  expect(await program.lines.next()).toMatchObject({ value: 'rows: 1' });
  await writeFile(join(folder, 'full'), '');
  expect(await program.lines.next()).toMatchObject({
    value: expect.stringMatching(/^refused: The embedded database stopped: .*PANIC/),
  });
  await rm(join(folder, 'full'));
  expect(await program.lines.next()).toMatchObject({ value: 'rows: 2' });
  expect(await program.ended).toEqual({ code: 0, stderr: '' });
});
