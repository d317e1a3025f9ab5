import { sql } from 'kysely';
import type { LocatedRow } from '../row-file.ts';
import type { Database, Tx } from './database.ts';
import { writeRows } from './load-rows.ts';
import type { Snapshot } from './snapshot.ts';

export type Table = { name: string; columns: string[]; refersTo: string[] };

/** Belong to this installation: which storage is its own, and which backups it may delete. */
const EXCLUDED = `('auth.storage', 'public.backup_runs')`;

const TABLES = `
  select jsonb_build_object('name', n.nspname || '.' || c.relname,
    'columns', (select jsonb_agg(a.attname order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''),
    'refersTo', (select coalesce(jsonb_agg(distinct tn.nspname || '.' || t.relname), '[]')
      from pg_constraint k join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid))::text
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'auth') and c.relkind = 'r'
    and n.nspname || '.' || c.relname not in ${EXCLUDED}
  order by 1`;

/**
 * Tables come after those they refer to; of two that refer to each other, the one with fewer dependents comes first.
 */
export async function readTables(snapshot: Snapshot): Promise<Table[]> {
  const waiting: Table[] = [];
  for await (const text of snapshot.texts(TABLES)) waiting.push(JSON.parse(text) as Table);
  const names = new Set(waiting.map(({ name }) => name));
  const ordered: Table[] = [];
  const isPlaced = (name: string) =>
    !names.has(name) || ordered.some((table) => table.name === name);
  while (ordered.length < names.size) {
    const free = waiting.findIndex(({ refersTo }) => refersTo.every(isPlaced));
    const next = free < 0 ? waiting.indexOf(firstOfCycle(waiting)) : free;
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
}

function firstOfCycle(waiting: readonly Table[]): Table {
  const referrersOf = (name: string) => waiting.filter(({ refersTo }) => refersTo.includes(name));
  const pairs = waiting.filter(({ name, refersTo }) =>
    referrersOf(name).some((other) => refersTo.includes(other.name)),
  );
  const [first] = pairs.sort((a, b) => referrersOf(a.name).length - referrersOf(b.name).length);
  if (!first) throw new Error('More than two tables refer to each other in a cycle.');
  return first;
}

export const rowsOfTable = (snapshot: Snapshot, { name, columns }: Table) => {
  const pairs = columns.map((column) => `'${column}', t."${column}"`);
  // A function takes at most 100 arguments.
  const parts = chunksOf(pairs, 45).map((part) => `jsonb_build_object(${part.join(', ')})`);
  return snapshot.texts(`select (${parts.join(' || ')})::text from ${name} t`);
};

const chunksOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );

export async function schemaVersion(snapshot: Snapshot): Promise<string> {
  const query = `select coalesce(max(name), '') from migration.files where name ~ '^\\d'`;
  let version = '';
  for await (const text of snapshot.texts(query)) version = text;
  return version;
}

/**
 * Also checks the audit log, because a new installation may have sent only invitations. `version` is '' before the
 * first migration. /
 */
export async function readInitialState({ pool }: Pick<Database, 'pool'>) {
  const made = await pool.query<{ is: boolean }>(
    `select to_regclass('migration.files') is not null and to_regclass('public.profiles') is not null as is`,
  );
  if (made.rows[0]?.is !== true) return { hasData: false, version: '' };
  const { rows } = await pool.query<{ hasData: boolean; version: string }>(
    `select exists (select from profiles) or exists (select from companies)
       or exists (select from form_submissions) or exists (select from audit_log) as "hasData",
       (select coalesce(max(name), '') from migration.files where name ~ '^\\d') as version`,
  );
  return rows[0] ?? { hasData: false, version: '' };
}

/** Runs without triggers, except in `finish`. Throws ArchiveError for the first row that the database rejects. */
export const restoreRows = (
  { owner }: Pick<Database, 'owner'>,
  rows: AsyncIterable<LocatedRow>,
  finish: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<number> =>
  owner.transaction().execute(async (tx) => {
    const tables: string[] = [];
    const count = await writeRows(tx, rows, async (table) => {
      tables.push(table);
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    });
    for (const table of tables)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
    await ADVANCE_IDENTITY_COLUMNS.execute(tx);
    await finish(tx);
    return count;
  });

const ADVANCE_IDENTITY_COLUMNS = sql`
  do $$ declare c record; highest bigint; begin
    for c in select table_schema || '.' || table_name as name, column_name as column
      from information_schema.columns
      where is_identity = 'YES' and table_schema in ('public', 'auth')
    loop
      execute format('select max(%I) from %s', c.column, c.name) into highest;
      if highest is not null then
        perform setval(pg_get_serial_sequence(c.name, c.column), highest);
      end if;
    end loop;
  end $$`;

/** Calls `run` and rolls back. `run` must call `finish` last, inside its transaction. */
export async function dryRun(run: (finish: () => never) => Promise<unknown>): Promise<void> {
  const dryRunEnded = new Error('The dry run is complete.');
  await run(() => {
    throw dryRunEnded;
  }).catch((error: unknown) => {
    if (error !== dryRunEnded) throw error;
  });
}
