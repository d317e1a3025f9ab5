import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Count */

/**
 * Reads how many tests passed and failed from the JSON report of Vitest or Playwright.
 * A run that failed without a failed test (a file that does not load) counts as one failure.
 * @param {string} file
 * @param {boolean} ok whether the runner ended with 0
 * @returns {Count}
 */
export function countTests(file, ok) {
  const { passed, failed } = counts(file);
  return { passed, failed: ok ? failed : Math.max(failed, 1) };
}

/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, stats?: undefined }} VitestReport
 * @typedef {{ stats: { expected: number, unexpected: number } }} PlaywrightReport
 * @param {string} file
 * @returns {Count}
 */
function counts(file) {
  if (!existsSync(file)) return { passed: 0, failed: 0 };
  const text = readFileSync(file, 'utf8');
  const report = /** @type {VitestReport | PlaywrightReport} */ (JSON.parse(text));
  if (report.stats === undefined) {
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  }
  return { passed: report.stats.expected, failed: report.stats.unexpected };
}
