// Forbidden code patterns that no lint rule covers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';
import { sourceFiles } from './source-files.mjs';

const TESTS = /\.(test|spec)\.tsx?$|^(test|e2e)\//;
const MAY_CONTAIN_SQL =
  /^(server\/(platform\/db\/|[^/]+\/(.+\/)?queries\.ts$)|demo\/seed\/queries\.ts$)/;

/** Kysely's query builders and template tag, and `query` of the database driver. */
const BUILDS_SQL =
  /\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto|executeQuery|query)\(|\bsql`/;

/** The start of a SQL statement, in quotes or on its own line of a template. */
const SQL_TEXT =
  /(^|['"`])\s*((select|SELECT)\s+[\w$*('"]|(insert|INSERT|merge|MERGE)\s+(into|INTO)\s|(update|UPDATE)\s+\S+\s+(set|SET)\s|(delete|DELETE)\s+(from|FROM)\s|(truncate|TRUNCATE)\s|(with|WITH)\s+\w+\s+(as|AS)\s*\()/;

const MAY_FORMAT_DATES = /^domain\/(date-format|fields)\.ts$/;

/** @param {string} file */
const mustNotContainSql = (file) =>
  /^(server|demo)\//.test(file) && !MAY_CONTAIN_SQL.test(file) && !TESTS.test(file);

const MODULE = /^server\/[a-z]+\//;

/** @type {{ pattern: RegExp, applies: (file: string) => boolean, why: string }[]} */
const RULES = [
  {
    pattern: /waitForTimeout/,
    applies: () => true,
    why: 'wait for a condition, not for a period of time',
  },
  {
    pattern: /\.(skip|skipIf|runIf|only|todo|fixme|fails)\(/,
    applies: (file) => TESTS.test(file),
    why: 'every test must run, every time',
  },
  {
    pattern: /@ts-(ignore|nocheck)/,
    applies: () => true,
    why: 'use @ts-expect-error with a reason',
  },
  {
    pattern: BUILDS_SQL,
    applies: mustNotContainSql,
    why: 'build SQL only in queries.ts',
  },
  {
    pattern:
      /new Intl\.DateTimeFormat\(['{]|\.toLocale(Date|Time)String\(|\.toLocaleString\((?!'en-US'[,)])/,
    applies: (file) => !TESTS.test(file) && !MAY_FORMAT_DATES.test(file),
    why: 'format dates with domain/date-format.ts; read local time with domain/local-time.ts',
  },
  {
    pattern: SQL_TEXT,
    applies: mustNotContainSql,
    why: 'write SQL only in queries.ts',
  },
  {
    pattern: /\blive\.publish\(|\bawait (audit|notifyWebhooks)\(|=> audit\(/,
    applies: (file) => MODULE.test(file) && !TESTS.test(file),
    why: 'record events with ctx.record; their effects are listed in domain/events.ts',
  },
];

const SELF = 'scripts/check-patterns.mjs';

/** @returns {{ ok: boolean, output: string }} */
export function checkPatterns() {
  const files = sourceFiles().filter((file) => file !== SELF);
  const findings = files.flatMap((file) =>
    findingsIn(file, readFileSync(join(root, file), 'utf8')),
  );
  findings.push(...outdatedMutants());
  return { ok: findings.length === 0, output: findings.join('\n') };
}

function outdatedMutants() {
  const text = readFileSync(join(root, 'test', 'mutants.json'), 'utf8');
  const mutants = /** @type {import('./mutants.mjs').Mutant[]} */ (JSON.parse(text));
  return mutants
    .filter(([file, from]) => readFileSync(join(root, file), 'utf8').split(from).length !== 2)
    .map(([file, from]) => `test/mutants.json: ${file} must contain exactly once: ${from}`);
}

/**
 * One line per violation.
 * @param {string} file path from the repository root
 * @param {string} text
 * @returns {string[]}
 */
export function findingsIn(file, text) {
  const rules = RULES.filter((rule) => rule.applies(file));
  return text
    .split('\n')
    .flatMap((line, index) =>
      rules
        .filter((rule) => rule.pattern.test(line))
        .map((rule) => `${file}:${index + 1}: ${line.trim()}  (${rule.why})`),
    );
}
