import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { createDatabase, openServer, type Database } from '#server/platform/db/database.ts';
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
/** Any number except the migrator's: one process at a time creates the cluster's template. */
const TEMPLATE_LOCK = 918_273_645;

export const testLog = pino({ level: process.env.LOG_LEVEL ?? 'silent' });

/**
 * A migrated, empty database for one caller: `embedded` from an image in node_modules/.cache, `server` as a copy of a
 * template on the cluster at TEST_DATABASE_URL. `close()` drops it. `kind` defaults to the kind of this test run.
 * @throws {Error} for `server` if TEST_DATABASE_URL isn't set
 */
export async function openTestDatabase(
  kind: 'embedded' | 'server' = testDatabaseKind(),
): Promise<Database> {
  if (kind === 'server') return openServerCopy();
  return createDatabase('embedded', await openEmbeddedCopy(), testLog);
}

/** The kind of database in this test run (see vitest.config.ts). */
export function testDatabaseKind(): 'embedded' | 'server' {
  return process.env.DATABASE_KIND === 'server' ? 'server' : 'embedded';
}

/** An empty, unmigrated database on the test cluster. `drop` also closes open connections. */
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

/** Like openTestDatabase for `embedded`, but without the common interface. */
export async function openEmbeddedCopy(): Promise<Embedded> {
  const image = await embeddedImage();
  return openEmbedded({ directory: null, log: testLog, image });
}

/** A migrated, empty database image (see EmbeddedOptions.image). */
export async function embeddedImage(): Promise<ArrayBuffer> {
  const path = join(CACHE, `database-${await schemaHash()}.tar`);
  const kept = await readFile(path).catch(() => null);
  if (kept !== null) return new Uint8Array(kept).buffer;
  const embedded = await openEmbedded({ directory: null, log: testLog });
  await migrate(embedded, FILES);
  await prepareQueue(createDatabase('embedded', embedded, testLog));
  await embedded.pool.query('checkpoint');
  const image = await embedded.engine.image();
  await embedded.close();
  await mkdir(CACHE, { recursive: true });
  const stale = (await readdir(CACHE)).filter((name) => /^database-.*\.tar$/.test(name));
  await Promise.all(stale.map((name) => rm(join(CACHE, name), { force: true })));
  // Renamed only when complete, because another process may be writing the same file.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(image));
  await rename(unfinished, path);
  return image;
}

/** A migrated database on the test cluster. */
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

/** Creates the queue's tables, as the product does when it first starts. */
async function prepareQueue(database: Database) {
  const queue = await createQueue(database, JOBS, testLog);
  await queue.stop();
}

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
