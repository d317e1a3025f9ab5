import { CompiledQuery, sql } from 'kysely';
import type { JsonRow } from '../row-file.ts';
import { asOwner } from './as-owner.ts';
import { laterReferences, REFERENCES, type Reference } from './later-references.ts';
import type { Tx } from './transaction.ts';

/**
 * Inserts rows with the owner's rights, in the caller's transaction. All have the columns of the first; a column
 * that none has gets its default, so that rows of an older version fit. Ids that the table counts itself are taken over
 * where they are given.
 */
export async function loadRows(tx: Tx, table: string, rows: readonly JsonRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const name = sql.table(table);
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
  const insertion = sql`insert into ${name} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)`;
  await asOwner(tx, { execute: () => insertion.execute(tx) });
}

/** Holds back what rows say of tables that come later; its `settle` writes that in the caller's transaction. */
export async function laterReferencesOf(tx: Tx) {
  const run = (text: string, values: unknown[]) =>
    asOwner(tx, { execute: () => tx.executeQuery(CompiledQuery.raw(text, values)) });
  const { rows } = await tx.executeQuery<Reference>(CompiledQuery.raw(REFERENCES));
  const later = laterReferences(rows);
  return { ...later, settle: () => later.settle(run) };
}
