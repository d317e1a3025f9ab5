import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import {
  createServerDatabase,
  onCluster,
  openEmbeddedCopy,
  openTestDatabase,
  testDatabaseKind,
  testLog,
} from '#test/database.ts';
import { createDatabase, openServer, type Database } from './database.ts';

const SYSTEM = { kind: 'system' } as const;

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openCuttable(): Promise<{ database: Database; cut: () => Promise<void> }> {
  if (testDatabaseKind() === 'server') {
    const database = await openTestDatabase('server');
    closing.push(() => database.close());
    return { database, cut: () => cutServer(database) };
  }
  const embedded = await openEmbeddedCopy();
  const database = createDatabase('embedded', embedded, testLog);
  closing.push(() => database.close());
  return { database, cut: async () => void (await (await embedded.engine.start()).terminate()) };
}

async function cutServer(database: Database): Promise<void> {
  const other = new pg.Client({ connectionString: database.pool.options.connectionString });
  await other.connect();
  await other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await other.end();
}

/** Opens a database whose owner isn't allowed to switch to the role for requests. */
async function openWithoutRole(): Promise<Database> {
  const database = await openStrangers();
  closing.push(() => database.close());
  await database.pool.query('create table seen (n int)');
  return database;
}

async function openStrangers(): Promise<Database> {
  if (testDatabaseKind() === 'embedded') {
    const embedded = await openEmbeddedCopy();
    await embedded.pool.query('drop owned by overfly_app; drop role overfly_app');
    return createDatabase('embedded', embedded, testLog);
  }
  const { url, drop } = await createServerDatabase();
  const stranger = `stranger_${randomUUID().replaceAll('-', '')}`;
  closing.push(() => onCluster((client) => client.query(`drop role ${stranger}`)), drop);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  // Members of a role can end its connections, some of which may still exist when it's dropped.
  await admin.query(
    `create role ${stranger} login; grant ${stranger} to current_user;
     grant create on schema public to ${stranger}`,
  );
  await admin.end();
  return openServer(Object.assign(new URL(url), { username: stranger }).href, testLog);
}

test('a connection lost during a transaction makes it fail; the next one works', async () => {
  const { database, cut } = await openCuttable();
  const work = database.owner.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    await cut();
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
  const { rows } = await sql`select 1 as one`.execute(database.owner);
  expect(rows).toEqual([{ one: 1 }]);
});

test('lost idle connections do not end the process', async () => {
  const { database, cut } = await openCuttable();
  await Promise.all([1, 2, 3].map(() => database.pool.query('select pg_sleep(0.01)')));
  await cut();
  await expect.poll(() => database.pool.idleCount).toBe(0);
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test("if the restricted role is refused, nothing runs with the owner's rights", async () => {
  const database = await openWithoutRole();
  const work = database.as(SYSTEM, async (tx) => {
    await sql`insert into seen values (1)`.execute(tx);
  });
  await expect(work).rejects.toThrow(/overfly_app/);
  expect((await database.pool.query('select from seen')).rowCount).toBe(0);
});
