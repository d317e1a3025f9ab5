// Known advisories about the packages of package-lock.json, as the npm registry tells of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLock } from './complete-lock.mjs';
import { root, runNpm } from './run.mjs';

/**
 * @typedef {{ url: string, title: string, severity: string }} Advisory
 * @typedef {{ vulnerabilities?: Record<string, { name: string, via: (string | Advisory)[], nodes: string[] }>,
 *   message?: string, error?: { summary?: string } }} Report what `npm audit --json` prints
 * @typedef {{ advisory: string, reason: string, until: string }} Accepted `until` is the last day, YYYY-MM-DD
 * @typedef {Parameters<typeof judgeAdvisories>[1]} Known
 */

const ACCEPTED = join(root, 'scripts', 'accepted-advisories.json');
const SERIOUS = ['high', 'critical'];
/** One try, and no longer: a registry that is not there must not hold up the tests. */
const QUICK = ['--fetch-retries=0', '--fetch-timeout=8000'];

/**
 * Asks the registry. Without an answer there is nothing to fail for, but it is said.
 * @returns {Promise<{ ok: boolean, output: string, note?: string }>}
 */
export async function checkAdvisories() {
  const args = ['audit', '--json', '--package-lock-only', ...QUICK];
  const { stdout } = await runNpm(args, { capture: true });
  const accepted = /** @type {Accepted[]} */ (JSON.parse(readFileSync(ACCEPTED, 'utf8')));
  const today = new Date().toISOString().slice(0, 10);
  return judgeAdvisories(reportIn(stdout), { packages: readLock().packages, accepted, today });
}

/**
 * @param {string} text
 * @returns {Report}
 */
function reportIn(text) {
  try {
    return /** @type {Report} */ (JSON.parse(text));
  } catch {
    return {};
  }
}

/**
 * Fails for serious advisories about a package of the product, unless they are accepted. Names all.
 * @param {Report} report
 * @param {{ packages: Record<string, { version: string, dev?: true }>, accepted: Accepted[], today: string }} known
 * @returns {{ ok: boolean, output: string, note?: string }}
 */
export function judgeAdvisories(report, known) {
  if (!report.vulnerabilities) {
    const reason = report.message ?? (report.error?.summary || 'no answer');
    return {
      ok: true,
      output: '',
      note: `Not checked: the npm registry does not tell (${reason}).`,
    };
  }
  const found = Object.values(report.vulnerabilities).flatMap(({ name, nodes, via }) =>
    via
      .filter((advisory) => typeof advisory !== 'string')
      .map((advisory) => judged(name, nodes, advisory, known)),
  );
  const note = found.map(({ line }) => line).join('\n');
  if (!found.some(({ isFailure }) => isFailure)) return { ok: true, output: '', note };
  const advice =
    'Update the packages marked "fix this". If that is not possible yet, add the advisory to ' +
    'scripts/accepted-advisories.json: { "advisory": "GHSA-…", "reason": "…", "until": "YYYY-MM-DD" }.';
  return { ok: false, output: `${note}\n${advice}` };
}

/**
 * @param {string} name
 * @param {string[]} nodes
 * @param {Advisory} advisory
 * @param {Known} known
 */
function judged(name, nodes, { severity, title, url }, { packages, accepted, today }) {
  const isOfProduct = nodes.some((path) => !packages[path]?.dev);
  const id = url.split('/').at(-1);
  const pardon = accepted.find(({ advisory, until }) => advisory === id && until >= today);
  const isFailure = isOfProduct && SERIOUS.includes(severity) && !pardon;
  const verdict = pardon
    ? `accepted until ${pardon.until}: ${pardon.reason}`
    : isFailure
      ? 'fix this'
      : isOfProduct
        ? 'product'
        : 'development only';
  return { isFailure, line: `${severity} ${name} (${verdict}): ${title} ${url}` };
}
