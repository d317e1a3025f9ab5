import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { countTests } from './test-results.mjs';

const folder = mkdtempSync(join(tmpdir(), 'overfly-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

test('a report of browser tests says how many passed and failed', () => {
  const file = report({ stats: { expected: 7, unexpected: 1 } });
  expect(countTests(file, false)).toEqual({ passed: 7, failed: 1 });
});

test('a run that failed without a failed test counts as one failure', () => {
  const file = report({ numPassedTests: 3, numFailedTests: 0 });
  expect(countTests(file, false)).toEqual({ passed: 3, failed: 1 });
  expect(countTests(file, true)).toEqual({ passed: 3, failed: 0 });
  expect(countTests(join(folder, 'none.json'), false)).toMatchObject({ passed: 0, failed: 1 });
});
