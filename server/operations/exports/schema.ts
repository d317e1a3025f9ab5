import type { Snapshot } from '#server/platform/db/snapshot.ts';
import { readTables } from '#server/platform/db/tables.ts';
import type { ListShape } from '#server/platform/row-lists.ts';
import { FORMAT, VERSION } from './format.ts';
import { COLLECTIONS, columnsOf } from './queries.ts';

type Column = {
  schema: string;
  relation: string;
  column: string;
  /** For arrays, the type of the elements. */
  type: string;
  isArray: boolean;
  isNullable: boolean;
  choices: string[] | null;
};

/** JSON Schema (draft 2020-12) by PostgreSQL type. All other types are exported as strings. */
const TYPES: Readonly<Record<string, object>> = {
  uuid: { type: 'string', format: 'uuid' },
  bool: { type: 'boolean' },
  int2: { type: 'integer' },
  int4: { type: 'integer' },
  int8: { type: 'integer' },
  float4: { type: 'number' },
  float8: { type: 'number' },
  jsonb: {},
  date: { type: 'string', format: 'date' },
  timestamptz: { type: 'string', format: 'date-time' },
};

const ADDED: Readonly<Record<string, Record<string, object>>> = {
  files: {
    path: { type: 'string', description: 'Path of the original within the export folder.' },
  },
  share_links: {
    token: {
      type: ['string', 'null'],
      description: "The last part of the link's URL. Anyone who knows it can open the link.",
    },
  },
};
const REPLACED: Readonly<Record<string, readonly string[]>> = { share_links: ['token_encrypted'] };

export async function listShapes(snapshot: Snapshot): Promise<ListShape[]> {
  const tables = new Map((await readTables(snapshot)).map(({ name, columns }) => [name, columns]));
  return COLLECTIONS.map(({ name, table, excluded }) => {
    const without = new Set([...excluded, ...(REPLACED[name] ?? [])]);
    const columns = (tables.get(table) ?? []).filter((column) => !without.has(column));
    return { name, columns: [...columns, ...Object.keys(ADDED[name] ?? {})] };
  });
}

export async function describeColumns(snapshot: Snapshot): Promise<object> {
  const tables = new Map<string, Column[]>();
  for await (const text of columnsOf(snapshot)) {
    const column = JSON.parse(text) as Column;
    const table = `${column.schema}.${column.relation}`;
    tables.set(table, [...(tables.get(table) ?? []), column]);
  }
  const collections = COLLECTIONS.map(({ name, table, excluded }) => {
    const without = new Set([...excluded, ...(REPLACED[name] ?? [])]);
    const columns = (tables.get(table) ?? []).filter(({ column }) => !without.has(column));
    const properties = {
      ...Object.fromEntries(columns.map((column) => [column.column, typeOf(column)])),
      ...ADDED[name],
    };
    const items = { type: 'object', properties, required: Object.keys(properties) };
    return [name, { type: 'array', items }] as const;
  });
  const header = {
    format: { const: FORMAT },
    version: { const: VERSION },
    exportedAt: { type: 'string', format: 'date-time' },
    schema: { type: 'string', description: 'The latest migration of the database.' },
    companyId: { type: ['string', 'null'], description: 'Null if everything was exported.' },
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Overfly export',
    type: 'object',
    properties: { ...header, ...Object.fromEntries(collections) },
    required: [...Object.keys(header), ...collections.map(([name]) => name)],
  };
}

function typeOf({ type, isArray, isNullable, choices }: Column): object {
  const one = choices ? { enum: choices } : (TYPES[type] ?? { type: 'string' });
  const value = isArray ? { type: 'array', items: one } : one;
  return isNullable ? { anyOf: [value, { type: 'null' }] } : value;
}
