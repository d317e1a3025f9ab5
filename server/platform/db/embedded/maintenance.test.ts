import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { embeddedImage, testLog } from '#test/database.ts';
import { openEmbedded, type Embedded } from './embedded.ts';
import type { MaintenanceIntervals } from './maintenance.ts';

// Starting an embedded database takes a second; creating one takes many on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const NEVER_MS = 2 ** 31 - 1;
const SEGMENT_MB = 16;

let folder: string;
let database: Embedded | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overfly-maintenance-'));
});

afterEach(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(maintenance: MaintenanceIntervals): Promise<Embedded> {
  const directory = join(folder, 'postgres');
  database = await openEmbedded({
    directory,
    log: testLog,
    durable: false,
    image: await embeddedImage(),
    maintenance,
  });
  return database;
}

async function walMegabytes(): Promise<number> {
  const names = await readdir(join(folder, 'postgres', 'pg_wal'));
  return names.filter((name) => /^[0-9A-F]{24}$/.test(name)).length * SEGMENT_MB;
}

test('checkpoints keep the write-ahead log small', async () => {
  const { pool } = await open({ checkpointMs: 100, vacuumMs: NEVER_MS });
  await pool.query('create table written (text text)');
  let most = 0;
  for (let round = 0; round < 8; round++) {
    // Each insert writes about 25 MB of WAL.
    await pool.query(
      `insert into written select repeat(md5(n::text), 30) from generate_series(1, 25000) n`,
    );
    most = Math.max(most, await walMegabytes());
  }
  await expect.poll(walMegabytes, { timeout: 60_000 }).toBeLessThanOrEqual(64);
  expect(most).toBeLessThanOrEqual(160);
});

test('vacuum reuses the space of changed and deleted rows', async () => {
  const { pool } = await open({ checkpointMs: NEVER_MS, vacuumMs: 50 });
  await pool.query('create table counted (n int, text text)');
  await pool.query(
    `insert into counted select n, repeat('x', 100) from generate_series(1, 20000) n`,
  );
  const { rows: first } = await pool.query<{ bytes: number }>(SIZE);
  for (let round = 0; round < 6; round++) {
    const { rows } = await pool.query<{ vacuums: number }>(VACUUMS);
    await pool.query('update counted set n = n + 1');
    await expect
      .poll(async () => (await pool.query<{ vacuums: number }>(VACUUMS)).rows[0]?.vacuums, {
        timeout: 60_000,
      })
      .toBeGreaterThan(rows[0]?.vacuums ?? 0);
  }
  const { rows: last } = await pool.query<{ bytes: number }>(SIZE);
  // Without vacuum it would be seven times as large.
  expect(last[0]?.bytes).toBeLessThan(3 * (first[0]?.bytes ?? 0));
});

const SIZE = `select pg_relation_size('counted') as bytes`;
const VACUUMS = `select vacuum_count as vacuums from pg_stat_user_tables where relname = 'counted'`;
