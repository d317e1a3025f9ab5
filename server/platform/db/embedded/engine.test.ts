import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { embeddedImage, testLog } from '#test/database.ts';
import { createDatabase, type Database, type Tx } from '../database.ts';
import { openEmbedded, type Embedded } from './embedded.ts';

// Starting an embedded database takes a second; creating one takes many on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let folder: string;
let embedded: Embedded;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overfly-engine-'));
  embedded = await openEmbedded({
    directory: join(folder, 'postgres'),
    log: testLog,
    image: await embeddedImage(),
  });
  database = createDatabase('embedded', embedded, testLog);
});

afterAll(async () => {
  await embedded.close();
  await rm(folder, { recursive: true, force: true });
});

test('when its thread dies, the pending query fails, the next works and no row is lost', async () => {
  const { pool } = embedded;
  await pool.query('create table kept (n int)');
  await pool.query('insert into kept select generate_series(1, 100)');
  const worker = await embedded.engine.start();

  const pending = pool.query('insert into kept select generate_series(1, 20000000)');
  const waiting = pool.query('select count(*) as n from kept');
  await worker.terminate();

  await expect(pending).rejects.toThrow('The embedded database stopped');
  expect((await waiting).rows).toEqual([{ n: 100 }]);
  expect((await pool.query('select count(*) as n from kept')).rows).toEqual([{ n: 100 }]);
  expect(await embedded.engine.start()).not.toBe(worker);
});

test('when its thread dies during a transaction, the transaction fails as unavailable', async () => {
  const worker = await embedded.engine.start();
  const ask = async (tx: Tx) => (await sql<{ n: number }>`select 1 as n`.execute(tx)).rows;
  const work = database.as({ kind: 'system' }, async (tx) => {
    await ask(tx);
    await worker.terminate();
  });
  await expect(work).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  expect(await database.as({ kind: 'system' }, ask)).toEqual([{ n: 1 }]);
  expect(await database.state()).toMatchObject({ ok: true });
});

test('a connection released during a transaction leaves no changes or settings', async () => {
  const { pool } = embedded;
  await pool.query('create table undone (n int)');
  const client = await pool.connect();
  await client.query('begin');
  await client.query('insert into undone values (1)');
  await client.query(`set statement_timeout = '7s'`);
  client.release(true);

  expect((await pool.query('select count(*) as n from undone')).rows).toEqual([{ n: 0 }]);
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
});

test('large parameters and results arrive complete', async () => {
  const text = 'überflug '.repeat(400_000);
  const { rows } = await embedded.pool.query<{ text: string }>(
    'select $1::text as text from generate_series(1, 3)',
    [text],
  );
  expect(rows).toEqual([{ text }, { text }, { text }]);
});

test('a query does not block the rest of the process', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 5);
  await embedded.pool.query('select count(*) from generate_series(1, 5000000)');
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(10);
});

test('its image opens as an independent copy', async () => {
  await embedded.pool.query('create table copied (n int)');
  const image = await embedded.engine.image();
  const copy = await openEmbedded({ directory: null, log: testLog, image });
  await copy.pool.query('insert into copied values (1)');
  expect((await embedded.pool.query('select count(*) as n from copied')).rows).toEqual([{ n: 0 }]);
  await copy.close();
});
