import { sql } from 'kysely';
import type { JsonRow } from '../row-file.ts';
import { asOwner } from './as-owner.ts';
import { laterReferences, readReferences } from './later-references.ts';
import type { Tx } from './transaction.ts';

/**
 * Inserts rows. All have the columns of the first; a column that none has gets its default, so that rows of an older
 * version fit. Ids that the table counts itself are taken over where they are given.
 */
export async function insertRows(tx: Tx, table: string, rows: readonly JsonRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const name = sql.table(table);
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  await sql`insert into ${name} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  );
}

/** The same with the owner's rights, in a viewer's transaction. */
export const loadRows = (tx: Tx, table: string, rows: readonly JsonRow[]): Promise<void> =>
  asOwner(tx, { execute: () => insertRows(tx, table, rows) });

/** Holds back what rows say of tables that come later; its `settle` writes that in the caller's transaction. */
export async function laterReferencesOf(tx: Tx) {
  const later = laterReferences(await readReferences(tx));
  return { ...later, settle: () => asOwner(tx, { execute: () => later.settle(tx) }) };
}
