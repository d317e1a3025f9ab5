// `npm run check` runs all static checks (format, lint, types, browsers, import rules, dead code, patterns, database
// schema, packages), then shows all failures.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkAdvisories } from './advisories.mjs';
import { checkImports } from './check-imports.mjs';
import { checkPatterns } from './check-patterns.mjs';
import { checkLock } from './complete-lock.mjs';
import { checkLicenses } from './licenses.mjs';
import { fail, node24, root, run, runTool, say, seconds } from './run.mjs';
import { ensurePackages } from './setup.mjs';

/**
 * @typedef {{ ok: boolean, output: string, note?: string }} Result `note` is shown even on success
 * @type {{ name: string, check: () => Promise<Result> | Result }[]}
 */
const CHECKS = [
  { name: 'lint', check: () => tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings') },
  { name: 'types: server', check: () => types('tsconfig.server.json') },
  { name: 'types: web', check: () => types('tsconfig.web.json') },
  { name: 'types: tools', check: () => types('tsconfig.tools.json') },
  { name: 'browsers', check: () => script('scripts/check-browsers.mjs') },
  { name: 'import rules', check: checkImports },
  { name: 'dead code', check: () => tool('knip/bin/knip.js', '--no-progress') },
  { name: 'database schema', check: () => script('scripts/generate-schema.ts', '--check') },
  { name: 'format', check: () => tool('oxfmt/bin/oxfmt', '--check') },
  { name: 'patterns', check: checkPatterns },
  { name: 'lock file', check: checkLock },
  { name: 'licenses', check: checkLicenses },
  { name: 'advisories', check: checkAdvisories },
];

/**
 * Runs up to 4 checks at once, one per core.
 * @returns {Promise<boolean>} whether all passed
 */
export async function check() {
  /** @type {{ name: string, output: string }[]} */
  const failed = [];
  const waiting = [...CHECKS];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const start = Date.now();
      const { ok, output, note } = await next.check();
      say(`  ${ok ? 'ok    ' : 'FAILED'}  ${next.name}, ${seconds(Date.now() - start)}`);
      if (note) say(note.replaceAll(/^/gm, '          '));
      if (!ok) failed.push({ name: next.name, output });
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, lane));
  for (const { name, output } of failed) say(`\n--- ${name} ---\n${output.trim()}`);
  if (failed.length > 0) say(`\n${failed.length} of ${CHECKS.length} checks failed.`);
  return failed.length === 0;
}

/**
 * @param {string} path
 * @param {...string} args
 * @returns {Promise<Result>}
 */
async function tool(path, ...args) {
  const { code, output } = await runTool(path, args, { capture: true });
  return { ok: code === 0, output };
}

/**
 * Incremental, because a run takes a tenth of the time if little has changed.
 * @param {string} project
 */
function types(project) {
  const kept = join(root, 'node_modules', '.cache', 'types', `${project}.tsbuildinfo`);
  const incremental = ['--incremental', '--tsBuildInfoFile', kept];
  return tool('tsc7/bin/tsc', '-p', project, '--pretty', 'false', ...incremental);
}

/**
 * @param {...string} args
 * @returns {Promise<Result>}
 */
async function script(...args) {
  const { code, output } = await run(node24(), args, { capture: true });
  return { ok: code === 0, output };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await ensurePackages();
    process.exitCode = (await check()) ? 0 : 1;
  } catch (error) {
    fail(error);
  }
}
