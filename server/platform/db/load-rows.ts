import { sql } from 'kysely';
import pg from 'pg';
import { ArchiveError, type JsonRow, type LocatedRow } from '../row-file.ts';
import { deferReferences, readReferences } from './deferred-references.ts';
import type { Tx } from './transaction.ts';

const BATCH_ROWS = 500;

/** `row` is null if the database already has it. */
export type RowOfTable = Omit<LocatedRow, 'row'> & { row: JsonRow | null };

/** Returns the number of rows. Throws ArchiveError for the first row that the database rejects. */
export async function writeRows(
  tx: Tx,
  rows: AsyncIterable<RowOfTable>,
  onTable: (table: string) => Promise<unknown> = async () => {},
): Promise<number> {
  const later = deferReferences(await readReferences(tx));
  let batch: LocatedRow[] = [];
  let table = '';
  let count = 0;
  const flush = async () => {
    await insertRows(tx, table, batch);
    count += batch.length;
    batch = [];
  };
  for await (const { name, row, place } of rows) {
    if (name !== table || batch.length >= BATCH_ROWS) await flush();
    if (name !== table) await onTable(name);
    table = name;
    later.enter(name);
    if (row) batch.push({ name, place, row: later.defer(row) });
  }
  await flush();
  await later.writeDeferred(tx).catch((error: unknown) => {
    throw toArchiveError(error, 'A reference to a later list');
  });
  return count;
}

/** Missing columns get their default, so rows from older versions fit. Identity values are kept. */
async function insertRows(tx: Tx, table: string, rows: readonly LocatedRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const failed = await tryInsert(tx, table, rows);
  if (failed === null) return;
  for (const row of rows) {
    const why = await tryInsert(tx, table, [row]);
    if (why !== null) throw toArchiveError(why, row.place);
  }
  throw toArchiveError(failed, first.place);
}

async function tryInsert(tx: Tx, table: string, rows: readonly LocatedRow[]): Promise<unknown> {
  const name = sql.table(table);
  const columns = sql.join(Object.keys(rows[0]?.row ?? {}).map((column) => sql.ref(column)));
  const json = JSON.stringify(rows.map(({ row }) => row));
  await sql`savepoint rows`.execute(tx);
  try {
    await sql`insert into ${name} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${name}, ${json}::jsonb)`.execute(tx);
    await sql`release savepoint rows`.execute(tx);
    return null;
  } catch (error) {
    await sql`rollback to savepoint rows`.execute(tx);
    return error;
  }
}

function toArchiveError(error: unknown, place: string): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const reason = reasonOf(error);
  return reason === null ? error : new ArchiveError(`${place} ${reason}.`, { cause: error });
}

function reasonOf({ code = '', message, detail, column, constraint }: pg.DatabaseError) {
  const [, key = constraint, value = ''] = /\(([^)]*)\)=\(([^)]*)\)/.exec(detail ?? '') ?? [];
  if (code === '23505') return `has the same ${key} as another row`;
  if (code === '23503') return `refers to ${key} ${value}, which doesn't exist`;
  if (code === '23502') return `has no value for ${column}`;
  if (code.startsWith('23')) return `breaks the rule ${constraint}`;
  return code.startsWith('22') ? `has a value that doesn't fit: ${message}` : null;
}
