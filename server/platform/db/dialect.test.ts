import { Kysely } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { DB } from '#db/types.ts';
import { poolDialect } from './dialect.ts';

test.each([
  [0, 'limit 50 offset 0', []],
  [2, 'limit 50 offset $1', [100]],
])('the plan for page %i contains the limit', (page, text, parameters) => {
  const database = new Kysely<DB>({ dialect: poolDialect(new pg.Pool()) });
  const query = database.selectFrom('projects').select('id').limit(50);
  const compiled = query.offset(page * 50).compile();
  expect(compiled.sql).toBe(`select "id" from "projects" ${text}`);
  expect(compiled.parameters).toEqual(parameters);
});
