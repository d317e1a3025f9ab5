// Checks `npm audit` for serious advisories about production packages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNpm } from './run.mjs';

/**
 * @typedef {{ url: string, title: string, severity: string }} Advisory
 * @typedef {{ vulnerabilities?: Record<string, { name: string, via: (string | Advisory)[] }>,
 *   message?: string, error?: { summary?: string } }} Report what `npm audit --json` prints
 * @typedef {{ advisory: string, reason: string, until: string }} Accepted `until` is the last day, YYYY-MM-DD
 */

const ACCEPTED = join(root, 'scripts', 'accepted-advisories.json');
const SERIOUS = ['high', 'critical'];
/** One short attempt, so that an unreachable registry doesn't delay the tests. */
const NO_RETRIES = ['--fetch-retries=0', '--fetch-timeout=8000'];

/** @returns {Promise<{ ok: boolean, output: string, note?: string }>} */
export async function checkAdvisories() {
  const args = ['audit', '--json', '--package-lock-only', '--omit=dev', ...NO_RETRIES];
  const { stdout } = await runNpm(args, { capture: true });
  const accepted = /** @type {Accepted[]} */ (JSON.parse(readFileSync(ACCEPTED, 'utf8')));
  const today = new Date().toISOString().slice(0, 10);
  const inForce = accepted.filter(({ until }) => until >= today);
  return judgeAdvisories(reportIn(stdout), new Set(inForce.map(({ advisory }) => advisory)));
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
 * Fails for serious advisories that aren't accepted. If the registry is unreachable, only adds a note.
 * @param {Report} report
 * @param {Set<string>} accepted ids such as GHSA-aaaa-bbbb-cccc
 * @returns {{ ok: boolean, output: string, note?: string }}
 */
export function judgeAdvisories({ vulnerabilities, message, error }, accepted) {
  if (!vulnerabilities) {
    const reason = message ?? (error?.summary || 'no response');
    return {
      ok: true,
      output: '',
      note: `Not checked: no report from the npm registry (${reason}).`,
    };
  }
  const found = Object.values(vulnerabilities).flatMap(({ name, via }) =>
    via
      .filter((advisory) => typeof advisory !== 'string')
      .filter(({ severity }) => SERIOUS.includes(severity))
      .filter(({ url }) => !accepted.has(url.split('/').at(-1) ?? ''))
      .map(({ severity, title, url }) => `${severity} ${name}: ${title} ${url}`),
  );
  if (found.length === 0) return { ok: true, output: '' };
  const advice =
    'Update these packages. If that is not possible yet, add the advisory to ' +
    'scripts/accepted-advisories.json: { "advisory": "GHSA-…", "reason": "…", "until": "YYYY-MM-DD" }.';
  return { ok: false, output: [...found, advice].join('\n') };
}
