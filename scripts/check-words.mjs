// Words that must not stand in the code, for which no linter has a rule.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';
import { sourceFiles } from './source-files.mjs';

const TESTS = /\.(test|spec)\.tsx?$|^(test|e2e)\//;
const QUERIES = /\/queries\.ts$/;

/** Kysely's builders, its template tag, the driver's call. */
const BUILDS_SQL =
  /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto|executeQuery|query)\(|\bsql`/;

/** @type {{ pattern: RegExp, applies: (file: string) => boolean, why: string }[]} */
const RULES = [
  {
    pattern: /waitForTimeout/,
    applies: () => true,
    why: 'wait for a state, not for a time',
  },
  {
    pattern: /\.(skip|skipIf|runIf|only|todo|fixme|fails)\(/,
    applies: (file) => TESTS.test(file),
    why: 'every test runs, every time',
  },
  {
    pattern: /@ts-(ignore|nocheck)/,
    applies: () => true,
    why: 'use @ts-expect-error with a reason',
  },
  {
    pattern: BUILDS_SQL,
    applies: (file) =>
      file.startsWith('server/features/') && !QUERIES.test(file) && !TESTS.test(file),
    why: 'SQL is built in queries.ts only',
  },
];

/** This file names the words itself. */
const SELF = 'scripts/check-words.mjs';

/** @returns {{ ok: boolean, output: string }} */
export function checkWords() {
  const files = sourceFiles().filter((file) => file !== SELF);
  const findings = files.flatMap((file) => {
    const rules = RULES.filter((rule) => rule.applies(file));
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      rules
        .filter((rule) => rule.pattern.test(line))
        .map((rule) => `${file}:${index + 1}: ${line.trim()}  (${rule.why})`),
    );
  });
  return { ok: findings.length === 0, output: findings.join('\n') };
}
