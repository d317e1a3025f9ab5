import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

test('docs/indexes.md lists exactly the existing indexes', () => {
  const made = [
    ...read('schema.sql').matchAll(/^CREATE (?:UNIQUE )?INDEX (\w+) ON (\w+)\./gim),
  ].map(([, name = '', schema]) => (schema === 'public' ? name : `${schema}.${name}`));
  const named = [...read('../docs/indexes.md').matchAll(/`((?:auth\.)?[a-z\d]+_[a-z\d_]+)`/g)].map(
    ([, name = '']) => name,
  );
  expect(made.length).toBeGreaterThan(80);
  expect(named.toSorted()).toEqual(made.toSorted());
});
