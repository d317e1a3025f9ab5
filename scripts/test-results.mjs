import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * A failed test. `again` is false if it passed on the retry.
 * @typedef {{ title: string, again: boolean, message: string }} Failure
 * @typedef {{ passed: number, failed: number, failures: Failure[] }} Results
 */

const LINES = 8;

/**
 * Reads results from the JSON report of Vitest or Playwright. A failed run without a failed test (such as a file that
 * doesn't load) counts as one failure.
 * @param {string} file
 * @param {boolean} ok whether the runner exited with 0
 * @returns {Results}
 */
export function readResults(file, ok) {
  const results = existsSync(file) ? parse(readFileSync(file, 'utf8')) : none();
  return { ...results, failed: ok ? results.failed : Math.max(results.failed, 1) };
}

/** @returns {Results} */
const none = () => ({ passed: 0, failed: 0, failures: [] });

/**
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestTest
 * @typedef {{ numPassedTests: number, numFailedTests: number, testResults: { assertionResults: VitestTest[] }[], stats?: undefined }} VitestReport
 * @typedef {{ status: string, projectName: string, results: { errors: { message?: string }[] }[] }} PlaywrightTest
 * @typedef {{ specs?: { title: string, file: string, tests: PlaywrightTest[] }[], suites?: Suite[] }} Suite
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number } } & Suite} PlaywrightReport
 * @param {string} text
 * @returns {Results}
 */
function parse(text) {
  const report = /** @type {VitestReport | PlaywrightReport} */ (JSON.parse(text));
  if (report.stats === undefined) {
    const failures = report.testResults
      .flatMap((file) => file.assertionResults)
      .filter((test) => test.failureMessages.length > 0)
      .map((test) => failure(test.fullName, test.status === 'failed', test.failureMessages[0]));
    return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
  }
  const { expected, flaky, unexpected } = report.stats;
  return { passed: expected + flaky, failed: unexpected, failures: failuresIn(report) };
}

/**
 * @param {Suite} suite
 * @returns {Failure[]}
 */
function failuresIn({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, projectName, results }) =>
        failure(
          `${projectName}: ${file} ${title}`,
          status === 'unexpected',
          results[0]?.errors[0]?.message,
        ),
      ),
  );
  return [...own, ...suites.flatMap(failuresIn)];
}

/**
 * @param {string} title
 * @param {boolean} again
 * @param {string} [message]
 * @returns {Failure}
 */
function failure(title, again, message = '') {
  const lines = stripVTControlCharacters(message).split('\n');
  const shownLines = lines.filter((line) => line.trim() !== '').slice(0, LINES);
  return { title, again, message: shownLines.join('\n') };
}
