// `node scripts/mutants.mjs [filter]`: applies the changes in test/mutants.json one by one and lists those that no test
// catches. The affected files must have no uncommitted changes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, onEnd, root, runTool, say } from './run.mjs';
import { startTestDatabase } from './test-database.mjs';

/**
 * `from` must occur exactly once. `tests`: a project of vitest.config.ts and path filters.
 * @typedef {[file: string, from: string, to: string, tests: [project: string, ...filters: string[]]]} Mutant
 */

const [filter = ''] = process.argv.slice(2);
const all = /** @type {Mutant[]} */ (
  JSON.parse(readFileSync(join(root, 'test', 'mutants.json'), 'utf8'))
);
const mutants = all.filter(([file]) => file.includes(filter));
/** @type {(() => void) | undefined} */
let restore;
/** @type {string[]} */
const survivors = [];

const database = await startTestDatabase();
onEnd(() => {
  restore?.();
  void database.stop().then(() => process.exit(130));
});
try {
  for (const mutant of mutants) {
    const name = `${mutant[0]}: ${mutant[1]} -> ${mutant[2] || '(nothing)'}`;
    const isCaught = await tried(mutant);
    say(`${isCaught ? 'caught  ' : 'SURVIVED'} ${name}`);
    if (!isCaught) survivors.push(name);
  }
  say(`${mutants.length - survivors.length} of ${mutants.length} caught`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
} catch (error) {
  fail(error);
} finally {
  restore?.();
  await database.stop();
}

/**
 * @param {Mutant} mutant
 * @returns {Promise<boolean>} whether a test failed
 * @throws {Error} if `from` doesn't occur exactly once
 */
async function tried([file, from, to, [project, ...filters]]) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2)
    throw new Error(`${file} does not contain this exactly once: ${from}`);
  restore = () => writeFileSync(path, text);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const args = ['run', '--project', `${project}*`, '--bail', '1', ...filters];
  const env = { TEST_DATABASE_URL: database.url };
  const { code } = await runTool('vitest/vitest.mjs', args, { capture: true, env });
  restore();
  restore = undefined;
  return code !== 0;
}
