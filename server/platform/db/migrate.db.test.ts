import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createServerDatabase,
  openEmbeddedCopy,
  testDatabaseKind,
  testLog,
} from '#test/database.ts';
import { createDatabase, openServer, type Database } from './database.ts';
import { migrate } from './migrate.ts';

let folder: string;
let files: { migrationsDir: string; policiesFile: string };
let url: string | undefined;
let database: Database;
let drop = async () => {};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overfly-migrate-'));
  files = { migrationsDir: folder, policiesFile: join(folder, 'policies.txt') };
  await write('policies.txt', 'create or replace view seen as select 1 as n');
  await write('20260101T0900-create-first.sql', 'create table first (n int);');
  await write('20260102T0900-create-second.sql', 'create table second (n int);');
  database = await openBlank();
});

afterEach(async () => {
  await database.close();
  await drop();
  await rm(folder, { recursive: true, force: true });
});

async function openBlank(): Promise<Database> {
  if (testDatabaseKind() === 'server') {
    ({ url, drop } = await createServerDatabase());
    return openServer(url, testLog);
  }
  // The copy is already migrated, but without these records it counts as blank.
  const embedded = await openEmbeddedCopy();
  await embedded.pool.query('drop schema migration cascade');
  return createDatabase('embedded', embedded, testLog);
}

function write(name: string, text: string): Promise<void> {
  return writeFile(join(folder, name), text);
}

async function exists(table: string): Promise<boolean> {
  const { rows } = await database.pool.query<{ found: boolean }>(
    'select to_regclass($1) is not null as found',
    [table],
  );
  return rows[0]?.found === true;
}

test('applies new files by name, then the policies, and nothing the second time', async () => {
  const applied = ['20260101T0900-create-first.sql', '20260102T0900-create-second.sql'];
  expect(await migrate(database, files)).toEqual([...applied, 'policies.txt']);
  expect(await migrate(database, files)).toEqual([]);

  await write('20260103T0900-fill-second.sql', 'insert into second select n from first');
  expect(await migrate(database, files)).toEqual(['20260103T0900-fill-second.sql', 'policies.txt']);
});

test('applies the policies again only if they changed', async () => {
  await migrate(database, files);
  await write('policies.txt', 'create or replace view seen as select 2 as n');
  expect(await migrate(database, files)).toEqual(['policies.txt']);
  expect((await database.pool.query('select n from seen')).rows).toEqual([{ n: 2 }]);
  expect(await migrate(database, files)).toEqual([]);
});

test('ignores line endings', async () => {
  await write('20260103T0900-two-lines.sql', 'create table third (\n  n int\n);\n');
  await migrate(database, files);
  await write('20260103T0900-two-lines.sql', 'create table third (\r\n  n int\r\n);\r\n');
  expect(await migrate(database, files)).toEqual([]);
});

test('refuses a file that was changed after it was applied', async () => {
  await migrate(database, files);
  await write('20260101T0900-create-first.sql', 'create table first (n bigint);');
  await write('20260103T0900-create-third.sql', 'create table third (n int);');
  await expect(migrate(database, files)).rejects.toThrow(
    'The migration 20260101T0900-create-first.sql was changed after it was applied.',
  );
  expect(await exists('third')).toBe(false);
});

test('refuses a database that a newer version migrated', async () => {
  await migrate(database, files);
  await rm(join(folder, '20260102T0900-create-second.sql'));
  await expect(migrate(database, files)).rejects.toThrow('by a newer version');
});

test('refuses a file name without date and description', async () => {
  await write('fix.sql', 'select 1');
  await expect(migrate(database, files)).rejects.toThrow('is not named like');
  expect(await exists('first')).toBe(false);
});

test('reports a failing file with its line and rolls it back', async () => {
  await write(
    '20260103T0900-break.sql',
    'create table third (n int);\n\ninsert into third\n  select n from nowhere;\n',
  );
  await expect(migrate(database, files)).rejects.toThrow(
    '20260103T0900-break.sql, line 4: relation "nowhere" does not exist',
  );
  expect(await exists('second')).toBe(true);
  expect(await exists('third')).toBe(false);

  await write('20260103T0900-break.sql', 'create table third (n int);');
  await migrate(database, files);
  expect(await exists('third')).toBe(true);
});

test('keeps the old policies if new ones fail', async () => {
  await migrate(database, files);
  await write('policies.txt', 'drop view seen; select 1 / 0');
  await expect(migrate(database, files)).rejects.toThrow('policies.txt: division by zero');
  expect(await exists('seen')).toBe(true);
});

test('applies each file once when processes migrate at the same time', async () => {
  const others = url === undefined ? [] : [1, 2, 3, 4, 5].map(() => openServer(url ?? '', testLog));
  const all = await Promise.all([...others, database, database].map((it) => migrate(it, files)));
  await Promise.all(others.map((it) => it.close()));
  expect(all.flat().sort()).toEqual([
    '20260101T0900-create-first.sql',
    '20260102T0900-create-second.sql',
    'policies.txt',
  ]);
});
