import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readResults } from './test-results.mjs';

const folder = mkdtempSync(join(tmpdir(), 'overfly-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('a browser test report lists passed, failed and retried tests', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    title,
    file: 'week.spec.ts',
    tests: [
      {
        status,
        projectName: 'webkit',
        results: messages.map((message) => ({ errors: [{ message }] })),
      },
    ],
  });
  const file = report({
    stats: { expected: 7, unexpected: 1, flaky: 1 },
    suites: [
      {
        specs: [spec('shows', 'expected')],
        suites: [{ specs: [spec('opens', 'flaky', '\u001b[31mtoo late\u001b[39m\n\nby 3 s')] }],
      },
      { specs: [spec('closes', 'unexpected', 'open', 'still open')] },
    ],
  });
  expect(readResults(file, false)).toEqual({
    passed: 8,
    failed: 1,
    failures: [
      { title: 'webkit: week.spec.ts opens', again: false, message: 'too late\nby 3 s' },
      { title: 'webkit: week.spec.ts closes', again: true, message: 'open' },
    ],
  });
});

test('a report of other tests has the same contents', () => {
  const file = report({
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      {
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          { fullName: 'waits', status: 'passed', failureMessages: ['not yet'] },
          { fullName: 'counts', status: 'failed', failureMessages: ['2 is not 3', 'once more'] },
        ],
      },
    ],
  });
  expect(readResults(file, false)).toEqual({
    passed: 2,
    failed: 1,
    failures: [
      { title: 'waits', again: false, message: 'not yet' },
      { title: 'counts', again: true, message: '2 is not 3' },
    ],
  });
});

test('a failed run without a failed test counts as one failure', () => {
  const file = report({ numPassedTests: 3, numFailedTests: 0, testResults: [] });
  expect(readResults(file, false)).toMatchObject({ passed: 3, failed: 1 });
  expect(readResults(file, true)).toMatchObject({ passed: 3, failed: 0 });
  expect(readResults(join(folder, 'none.json'), false)).toMatchObject({ passed: 0, failed: 1 });
});
