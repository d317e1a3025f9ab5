import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jobLabel } from '#domain/system.ts';
import { JOBS } from './jobs.ts';

const NAME = /defineJob\(\{\s*name: '([^']+)'/g;

test('every defined job has a queue', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const defined = files.flatMap((file) => {
    const code = readFileSync(join(import.meta.dirname, file), 'utf8');
    return [...code.matchAll(NAME)].map(([, name = '']) => name);
  });
  expect(JOBS.map(({ name }) => name).toSorted()).toEqual(defined.toSorted());
});

test('every job has a readable label', () => {
  const names = JOBS.map(({ name }) => name);
  expect(names.filter((name) => jobLabel(name) === name)).toEqual([]);
});
