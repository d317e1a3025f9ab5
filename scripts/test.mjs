// `npm test` runs everything that CI runs. If a phase fails, only phases that need it are skipped.
// `npm test -- unit server share-links` runs only the phases `unit` and `server`, and only files with 'share-links' in
// their path.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
import { fail, onEnd, root, runTool, say, seconds, stopRunning } from './run.mjs';
import { ensurePackages, ensureWebBuild } from './setup.mjs';
import { makeSampleSite } from './sample-site.mjs';
import { ensureSystemParts } from './system-parts.mjs';
import { startTestDatabase } from './test-database.mjs';
import { readResults } from './test-results.mjs';

// Programs started by tests reuse compiled code.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'node');

const RUNNERS = ['unit', 'embedded', 'server', 'e2e'];
const PHASES = ['check', ...RUNNERS];

const args = process.argv.slice(2);
const named = args.filter((arg) => PHASES.includes(arg));
const filters = args.filter((arg) => !PHASES.includes(arg));
/** @param {...string} phases */
const isWanted = (...phases) => named.length === 0 || phases.some((phase) => named.includes(phase));

const reports = mkdtempSync(join(tmpdir(), 'overfly-reports-'));
/** @type {import('./test-results.mjs').Results} */
const total = { passed: 0, failed: 0, failures: [] };
/** @type {{ name: string, ok: boolean, milliseconds: number }[]} */
const done = [];
/** @type {Awaited<ReturnType<typeof startTestDatabase>> | undefined} */
let database;
const site = join(reports, 'site');
/** @type {Promise<void> | undefined} */
let sample;

/** In order. `run` returns whether the phase passed. If a phase with `prepares` fails, the rest are skipped. */
const phases = [
  { name: 'packages', when: true, prepares: true, run: () => prepared(installed) },
  { name: 'check', when: isWanted('check'), run: check },
  {
    name: 'web build',
    when: isWanted('embedded', 'server', 'e2e'),
    prepares: true,
    run: () => prepared(ensureWebBuild),
  },
  { name: 'sample site', when: isWanted('e2e') && !process.env.E2E_SITE, run: beginSample },
  { name: 'unit', when: isWanted('unit'), run: () => vitest('unit') },
  { name: 'embedded', when: isWanted('embedded'), run: () => vitest('embedded') },
  { name: 'server', when: isWanted('server'), run: () => vitest('server') },
  { name: 'e2e', when: isWanted('e2e'), run: playwright },
].filter((phase) => phase.when);

// If the output pipe is closed (`npm test | head`), the cluster must still be stopped.
process.stdout.on('error', () => {});
onEnd(() => {
  stopRunning();
  void cleanUp().then(() => process.exit(130));
});

for (const phase of phases) {
  say(`\n== ${phase.name}`);
  const start = Date.now();
  let ok = false;
  try {
    ok = await phase.run();
  } catch (error) {
    fail(error);
  }
  done.push({ name: phase.name, ok, milliseconds: Date.now() - start });
  if (!ok && phase.prepares) break;
}
await cleanUp();
summarize();
process.exitCode = done.every(({ ok }) => ok) ? 0 : 1;

async function installed() {
  await Promise.all([ensurePackages(), isWanted(...RUNNERS) && ensureSystemParts()]);
}

/** @param {() => Promise<void>} prepare */
async function prepared(prepare) {
  await prepare();
  return true;
}

/**
 * Runs a project of vitest.config.ts; `server` gets a database cluster.
 * @param {string} project
 */
async function vitest(project) {
  const report = join(reports, `${project}.json`);
  /** @type {Record<string, string>} */
  const env = {};
  if (project === 'server') {
    database = await startTestDatabase();
    env.TEST_DATABASE_URL = database.url;
    say(`${database.version} on ${database.url}`);
  }
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await runTool(
    'vitest/vitest.mjs',
    ['run', '--project', `${project}*`, ...options, ...filters],
    { env },
  );
  return counted(report, code);
}

/** Starts creating the sample site for browser tests. The other tests don't wait for it. */
async function beginSample() {
  say('Being created while other tests run.');
  sample = makeSampleSite(site, { capture: true });
  // Prevents an unhandled rejection; the error is thrown where `sample` is awaited.
  sample.catch(() => {});
  return true;
}

async function playwright() {
  await sample;
  const report = join(reports, 'e2e.json');
  const { code } = await runTool(
    'playwright/cli.js',
    ['test', '--reporter=list,json', ...filters],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, E2E_SITE: process.env.E2E_SITE ?? site },
    },
  );
  return counted(report, code);
}

/**
 * @param {string} report
 * @param {number} code
 */
function counted(report, code) {
  const results = readResults(report, code === 0);
  total.passed += results.passed;
  total.failed += results.failed;
  total.failures.push(...results.failures);
  return code === 0;
}

async function cleanUp() {
  await database?.stop();
  database = undefined;
  stopRunning();
  await sample?.catch(() => {});
  rmSync(reports, { recursive: true, force: true });
}

function summarize() {
  const all = done.reduce((sum, phase) => sum + phase.milliseconds, 0);
  say(`\n== summary, ${seconds(all)}`);
  for (const phase of done) {
    say(`  ${phase.ok ? 'ok    ' : 'FAILED'}  ${phase.name}, ${seconds(phase.milliseconds)}`);
  }
  const left = phases.slice(done.length).map((phase) => phase.name);
  if (left.length > 0) say(`  not run: ${left.join(', ')}`);
  for (const { title, again, message } of total.failures) {
    say(`\n${again ? 'FAILED' : 'PASSED ONLY ON RETRY'}: ${title}\n${message}`);
  }
  say(`${total.passed} passed, ${total.failed} failed`);
}
