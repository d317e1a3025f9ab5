import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import type { Database } from '#server/platform/db/database.ts';
import { describeSchema } from './describe-schema.ts';
import { describeTypes } from './describe-types.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

function committed(name: string): Promise<string> {
  return readFile(new URL(`../../db/${name}`, import.meta.url), 'utf8');
}

test('migrations produce the committed schema and types, on every kind of database', async () => {
  expect(await describeSchema(database)).toBe(await committed('schema.sql'));
  expect(await describeTypes(database)).toBe(await committed('types.ts'));
});

test('describes everything a migration may add', async () => {
  await database.pool.query(`
    create table app.described (
      id bigint generated always as identity primary key,
      twice int generated always as (1 + 1) stored,
      price numeric(8,2) not null default 0,
      tags text[] not null,
      kind file_kind,
      seen_at timestamptz not null,
      constraint described_price_check check (price >= 0));
    create view app.described_tags as select id, tags from app.described;
    create function app.touch() returns trigger language plpgsql as $$ begin return new; end $$;
    create trigger touch before update on app.described for each row execute function app.touch();
    alter table app.described enable row level security;
    create policy nobody on app.described as restrictive for update to overfly_app using (false) with check (false);
    grant select, insert, update (tags, seen_at) on app.described to overfly_app`);
  const schema = await describeSchema(database);
  for (const line of [
    '  id bigint generated always as identity not null,',
    '  twice integer generated always as ((1 + 1)) stored,',
    '  price numeric(8,2) default 0 not null,',
    'create view app.described_tags as',
    'CREATE TRIGGER touch BEFORE UPDATE ON app.described FOR EACH ROW EXECUTE FUNCTION app.touch();',
    'alter table app.described enable row level security;',
    'create policy nobody on app.described as restrictive for update to overfly_app',
    'grant insert, select on app.described to overfly_app;',
    'grant update (tags, seen_at) on app.described to overfly_app;',
  ]) {
    expect(schema.split('\n')).toContain(line);
  }
  expect(await describeTypes(database)).toContain(`export interface AppDescribed {
  id: GeneratedAlways<number>;
  twice: GeneratedAlways<number | null>;
  price: Generated<ColumnType<string, number | string, number | string>>;
  tags: string[];
  kind: FileKind | null;
  seenAt: Timestamp;
}
`);
  await database.pool.query('create table app.odd (range int4range)');
  await expect(describeTypes(database)).rejects.toThrow(
    'app.odd.range: int4range has no TypeScript type yet.',
  );
});
