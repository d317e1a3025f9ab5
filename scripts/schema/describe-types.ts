import type pg from 'pg';
import { camelCase } from '#server/platform/db/columns.ts';

type Column = {
  schema: string;
  table: string;
  column: string;
  type: string;
  kind: string;
  is_array: boolean;
  not_null: boolean;
  has_default: boolean;
  always: boolean;
};
type EnumValues = { name: string; values: string[] };

const HEADER = `// Generated from a migrated database: node scripts/generate-schema.ts. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely';

/** A column with a default: an insert may leave it out. */
export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

/** A point in time. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;

/** jsonb. Parse it after reading; write arrays with JSON.stringify. */
export type Json = ColumnType<unknown, Record<string, unknown> | string, Record<string, unknown> | string>;
`;

/** TypeScript types for PostgreSQL types, as parsed by server/platform/db/columns.ts. */
const TYPES: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'Json',
  jsonb: 'Json',
  numeric: 'ColumnType<string, number | string, number | string>',
  text: 'string',
  timestamp: 'string',
  timestamptz: 'Timestamp',
  uuid: 'string',
  varchar: 'string',
};
/** Types whose arrays pg parses. */
const ARRAYS = new Set([
  'bool',
  'date',
  'float4',
  'float8',
  'int2',
  'int4',
  'int8',
  'text',
  'uuid',
  'varchar',
]);

const COLUMNS = `
  select n.nspname as schema, c.relname as "table", a.attname as "column",
    coalesce(element.typname, t.typname) as type, coalesce(element.typtype, t.typtype)::text as kind,
    element.oid is not null as is_array, a.attnotnull as not_null,
    d.oid is not null or a.attidentity <> '' as has_default,
    a.attidentity = 'a' or a.attgenerated <> '' as always
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_type t on t.oid = a.atttypid
  left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where n.nspname in ('public', 'auth', 'app') and c.relkind in ('r', 'p', 'v', 'm')
    and a.attnum > 0 and not a.attisdropped
  order by n.nspname, c.relname, a.attnum`;

const ENUMS = `
  select t.typname as name, json_agg(e.enumlabel order by e.enumsortorder) as values
  from pg_type t join pg_namespace n on n.oid = t.typnamespace join pg_enum e on e.enumtypid = t.oid
  where n.nspname in ('public', 'auth', 'app') group by t.typname order by t.typname`;

/**
 * Describes a migrated database as Kysely types: columns in camelCase, tables outside `public` as 'schema.table', enums
 * as unions.
 * @throws {Error} for a column type without a mapping
 */
export async function describeTypes(database: { readonly pool: pg.Pool }): Promise<string> {
  const { rows: enums } = await database.pool.query<EnumValues>(ENUMS);
  const { rows: columns } = await database.pool.query<Column>(COLUMNS);
  const tables = Map.groupBy(columns, tableKey);
  const keys = [...tables.keys()].sort();
  const unions = enums.map(
    ({ name, values }) =>
      `export type ${pascalCase(name)} = ${values.map((value) => `'${value}'`).join(' | ')};\n`,
  );
  const interfaces = keys.map((key) => {
    const lines = (tables.get(key) ?? []).map(
      (it) => `  ${camelCase(it.column)}: ${typeOf(it)};\n`,
    );
    return `export interface ${pascalCase(key)} {\n${lines.join('')}}\n`;
  });
  const entries = keys.map((key) => `  ${propertyName(key)}: ${pascalCase(key)};\n`);
  return [HEADER, ...unions, ...interfaces, `export interface DB {\n${entries.join('')}}\n`].join(
    '\n',
  );
}

function tableKey({ schema, table }: Column): string {
  return schema === 'public' ? camelCase(table) : `${schema}.${camelCase(table)}`;
}

function propertyName(key: string): string {
  return key.includes('.') ? `'${key}'` : key;
}

function pascalCase(name: string): string {
  const camel = name.split('.').map(camelCase);
  return camel.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function typeOf(it: Column): string {
  const base = it.kind === 'e' ? pascalCase(it.type) : TYPES[it.type];
  if (base === undefined || (it.is_array && !ARRAYS.has(it.type))) {
    const name = `${it.schema}.${it.table}.${it.column}`;
    throw new Error(`${name}: ${it.type}${it.is_array ? '[]' : ''} has no TypeScript type yet.`);
  }
  const nullable = `${base}${it.is_array ? '[]' : ''}${it.not_null ? '' : ' | null'}`;
  if (it.always) return `GeneratedAlways<${nullable}>`;
  return it.has_default ? `Generated<${nullable}>` : nullable;
}
