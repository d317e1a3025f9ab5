import { sql } from 'kysely';
import type { JsonRow } from '../row-file.ts';
import type { Tx } from './transaction.ts';

export type Reference = { table: string; column: string; target: string; isNullable: boolean };

export async function readReferences(tx: Tx): Promise<Reference[]> {
  return (await REFERENCES.execute(tx)).rows;
}

const REFERENCES = sql<Reference>`
  select n.nspname || '.' || c.relname as "table", a.attname as "column", tn.nspname || '.' || t.relname as target,
    not a.attnotnull as "isNullable"
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where k.contype = 'f' and array_length(k.conkey, 1) = 1
    and n.nspname in ('public', 'auth')`;

/** References to later tables, or to the same one, are kept in memory until `settle` writes them. */
export function deferReferences(references: readonly Reference[]) {
  const written = new Set<string>();
  const deferred = new Map<Reference, { id: unknown; value: unknown }[]>();
  let current = '';
  return {
    /** Call it for every row, even skipped ones. */
    enter(table: string): void {
      if (table !== current) written.add(current);
      current = table;
    },

    defer(row: JsonRow): JsonRow {
      const isLater = ({ table, target, column, isNullable }: Reference) =>
        isNullable && table === current && !written.has(target) && (row[column] ?? null) !== null;
      const deferrable = references.filter(isLater);
      if (deferrable.length === 0) return row;
      for (const one of deferrable) {
        const values = deferred.get(one) ?? [];
        if (values.length === 0) deferred.set(one, values);
        values.push({ id: row.id, value: row[one.column] });
      }
      return { ...row, ...Object.fromEntries(deferrable.map(({ column }) => [column, null])) };
    },

    async writeDeferred(tx: Tx): Promise<void> {
      for (const [{ table, column }, values] of deferred) {
        await sql`update ${sql.table(table)} t set ${sql.ref(column)} = v.value
          from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as v(id uuid, value uuid)
          where t.id = v.id`.execute(tx);
      }
    },
  };
}
