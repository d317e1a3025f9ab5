import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { databaseOn, openServer, type Database } from '#server/platform/db/database.ts';
import { openEmbedded, type Embedded } from '#server/platform/db/embedded/embedded.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { createQueue } from '#server/platform/queue/queue.ts';
import { JOBS } from '#server/jobs.ts';

const ROOT = join(import.meta.dirname, '..');
const CACHE = join(ROOT, 'node_modules', '.cache', 'overfly');
const FILES = {
  migrationsDir: join(ROOT, 'db', 'migrations'),
  policiesFile: join(ROOT, 'db', 'policies.sql'),
};
/** Any number but the migrator's: one process at a time makes the template of the cluster. */
const TEMPLATE_LOCK = 918_273_645;

export const testLog = pino({ level: process.env.LOG_LEVEL ?? 'silent' });

/**
 * A migrated, empty database that is the caller's alone: `embedded` from an image kept under
 * node_modules/.cache, `server` as a copy of a template on the cluster at TEST_DATABASE_URL.
 * `close()` ends it and drops it. Without a `kind` it is the one of this test run.
 * @throws {Error} when `server` is asked for and TEST_DATABASE_URL is not set
 */
export async function openTestDatabase(
  kind: 'embedded' | 'server' = testDatabaseKind(),
): Promise<Database> {
  if (kind === 'server') return openServerCopy();
  return databaseOn('embedded', await openEmbeddedCopy(), testLog);
}

/** @returns the kind of database that this test run is on: see vitest.config.ts */
export function testDatabaseKind(): 'embedded' | 'server' {
  return process.env.DATABASE_KIND === 'server' ? 'server' : 'embedded';
}

/**
 * An empty database on the test cluster, not migrated, for tests of the platform itself.
 * `drop` ends what is still connected to it.
 */
export async function createServerDatabase(
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `overfly_test_${randomUUID().replaceAll('-', '')}`;
  await onCluster((client) => client.query(`create database ${name} template ${template}`));
  return {
    url: urlOf(name),
    drop: () =>
      onCluster(async (client) => void (await client.query(`drop database ${name} with (force)`))),
  };
}

/** The embedded kind of openTestDatabase, below the interface that it shares with a server. */
export async function openEmbeddedCopy(): Promise<Embedded> {
  const image = await embeddedImage();
  return openEmbedded({ directory: null, log: testLog, image });
}

/** @returns a migrated, empty embedded database, to open copies of: see EmbeddedOptions.image */
export async function embeddedImage(): Promise<ArrayBuffer> {
  const path = join(CACHE, `database-${await schemaHash()}.tar`);
  const kept = await readFile(path).catch(() => null);
  if (kept !== null) return new Uint8Array(kept).buffer;
  const embedded = await openEmbedded({ directory: null, log: testLog });
  await migrate(embedded, FILES);
  await prepareQueue(databaseOn('embedded', embedded, testLog));
  await embedded.pool.query('checkpoint');
  const image = await embedded.engine.image();
  await embedded.close();
  await mkdir(CACHE, { recursive: true });
  const stale = (await readdir(CACHE)).filter((name) => /^database-.*\.tar$/.test(name));
  await Promise.all(stale.map((name) => rm(join(CACHE, name), { force: true })));
  // Another process may be doing the same: the name stands for a whole file only.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(image));
  await rename(unfinished, path);
  return image;
}

/** The same with the product's tables in it. */
export const createMigratedDatabase = async () => createServerDatabase(await serverTemplate());

async function openServerCopy(): Promise<Database> {
  const { url, drop } = await createMigratedDatabase();
  const database = openServer(url, testLog);
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

async function serverTemplate(): Promise<string> {
  const name = `overfly_template_${await schemaHash()}`;
  await onCluster(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const known = await client.query('select from pg_database where datname = $1', [name]);
    if (known.rowCount === 1) return;
    const building = `${name}_building`;
    await client.query(`drop database if exists ${building}`);
    await client.query(`create database ${building}`);
    const database = openServer(urlOf(building), testLog);
    await migrate(database, FILES);
    await prepareQueue(database);
    await database.close();
    await client.query(`alter database ${building} rename to ${name}`);
  });
  return name;
}

/** The tables of the queue, which the product makes when it first starts. */
async function prepareQueue(database: Database) {
  const queue = await createQueue(database, JOBS, testLog);
  await queue.stop();
}

/** Runs `work` as the owner of the test cluster, connected to none of the test databases. */
export async function onCluster<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: clusterUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function clusterUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (url === undefined) {
    throw new Error('Tests on a PostgreSQL server need TEST_DATABASE_URL; `npm test` sets it.');
  }
  return url;
}

function urlOf(database: string): string {
  return Object.assign(new URL(clusterUrl()), { pathname: `/${database}` }).href;
}

async function schemaHash(): Promise<string> {
  const names = (await readdir(FILES.migrationsDir)).sort();
  const paths = names.map((name) => join(FILES.migrationsDir, name));
  const packages = ['@electric-sql/pglite', 'pg-boss'].map((name) =>
    join(ROOT, 'node_modules', name, 'package.json'),
  );
  const hash = createHash('sha256').update(JOBS.map(({ name }) => name).join());
  for (const path of [...paths, FILES.policiesFile, ...packages]) hash.update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}
