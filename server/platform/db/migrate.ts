import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import pg from 'pg';
import { translateError } from './unavailable.ts';

/** Arbitrary, but the same in every process. */
const LOCK = 7_243_918_265;
const FILE_NAME = /^\d{8}T\d{4}-[a-z0-9-]+\.sql$/;

export type SchemaFiles = { migrationsDir: string; policiesFile: string };
type SqlFile = { name: string; text: string; sha256: string };

/**
 * Applies new migrations, then changed policies. With `until`, stops after that file and skips the policies.
 * @returns the names of the applied files
 * @throws {Error} naming file and line, or if an applied file was changed or removed; earlier files stay applied /
 */
export async function migrate(
  database: { readonly pool: pg.Pool },
  files: SchemaFiles,
  until?: string,
): Promise<string[]> {
  const all = await readMigrations(files.migrationsDir);
  const migrations = all.filter(({ name }) => until === undefined || name <= until);
  const policies = await readSql(files.policiesFile);
  try {
    const client = await database.pool.connect();
    try {
      await client.query('select pg_advisory_lock($1)', [LOCK]);
      return await applyPending(client, migrations, until === undefined ? policies : null);
    } finally {
      // Closing the connection releases the lock and any settings of migrations.
      client.release(true);
    }
  } catch (error) {
    throw translateError(error);
  }
}

async function applyPending(
  client: pg.PoolClient,
  migrations: SqlFile[],
  policies: SqlFile | null,
): Promise<string[]> {
  const applied = await readApplied(client);
  assertUnchanged(migrations, applied);
  const pending = migrations.filter(({ name }) => !applied.has(name));
  for (const file of pending) await apply(client, file);
  if (policies === null) return pending.map(({ name }) => name);
  if (pending.length === 0 && applied.get(policies.name) === policies.sha256) return [];
  await apply(client, policies);
  return [...pending, policies].map(({ name }) => name);
}

async function readApplied(client: pg.PoolClient): Promise<Map<string, string>> {
  await client.query(`
    create schema if not exists migration;
    create table if not exists migration.files (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migration.files',
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

function assertUnchanged(migrations: SqlFile[], applied: Map<string, string>) {
  const hashes = new Map(migrations.map(({ name, sha256 }) => [name, sha256]));
  for (const [name, sha256] of applied) {
    if (!FILE_NAME.test(name)) continue;
    const now = hashes.get(name);
    if (now === undefined) {
      throw new Error(
        `The database has the migration ${name}, which this version does not know. The database was upgraded by a newer version: start the newer version, or restore a backup.`,
      );
    }
    if (now !== sha256) {
      throw new Error(
        `The migration ${name} was changed after it was applied. Undo the change and put the new steps in a new migration.`,
      );
    }
  }
}

async function apply(client: pg.PoolClient, file: SqlFile): Promise<void> {
  await client.query('begin');
  try {
    await client.query(file.text);
    await client.query(
      `insert into migration.files (name, sha256) values ($1, $2)
       on conflict (name) do update set sha256 = excluded.sha256, applied_at = now()`,
      [file.name, file.sha256],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw withLocation(error, file);
  }
}

function withLocation(error: unknown, { name, text }: SqlFile): unknown {
  if (!(error instanceof pg.DatabaseError) || translateError(error) !== error) return error;
  // `position` is a 1-based character offset; errors inside functions have none.
  const before = error.position ? text.slice(0, Number(error.position)) : '';
  const place = before ? `${name}, line ${before.split('\n').length}` : name;
  const detail = [error.detail, error.hint, error.where].filter(Boolean).join(' ');
  return new Error(`${place}: ${error.message}${detail ? ` (${detail})` : ''}`, { cause: error });
}

async function readMigrations(directory: string): Promise<SqlFile[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort();
  const misnamed = names.find((name) => !FILE_NAME.test(name));
  if (misnamed !== undefined) {
    throw new Error(
      `${join(directory, misnamed)} is not named like 20261120T0930-create-companies.sql.`,
    );
  }
  return Promise.all(names.map((name) => readSql(join(directory, name))));
}

async function readSql(path: string): Promise<SqlFile> {
  // Line endings may differ between checkouts.
  const text = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n');
  return { name: basename(path), text, sha256: createHash('sha256').update(text).digest('hex') };
}
