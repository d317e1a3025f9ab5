import { describe, expect, test } from 'vitest';
import { judgeAdvisories } from './advisories.mjs';
import { refusedLicenses } from './licenses.mjs';

describe('known advisories', () => {
  const packages = {
    'node_modules/router': { version: '1.0.0' },
    'node_modules/linter': { version: '2.0.0', dev: true as const },
  };
  const advisory = (severity: string) => ({
    url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    title: 'Reads any file',
    severity,
  });
  /** As `npm audit --json` tells it: of what depends on the package, too. */
  const judge = (name: string, severity: string, accepted: { until: string }[] = []) =>
    judgeAdvisories(
      {
        vulnerabilities: {
          [name]: { name, nodes: [`node_modules/${name}`], via: [advisory(severity)] },
          app: { name: 'app', nodes: ['node_modules/app'], via: [name] },
        },
      },
      {
        packages,
        accepted: accepted.map(({ until }) => ({
          advisory: 'GHSA-aaaa-bbbb-cccc',
          reason: 'no files are served by it',
          until,
        })),
        today: '2026-11-22',
      },
    );

  test.each(['high', 'critical'])('of severity %s about the product fail', (severity) => {
    const { ok, output } = judge('router', severity);
    expect(ok).toBe(false);
    expect(output).toContain(`${severity} router (fix this): Reads any file https://github.com`);
  });

  test.each([
    ['router', 'moderate', 'product'],
    ['linter', 'critical', 'development only'],
  ])('about %s of severity %s are told of', (name, severity, word) => {
    const { ok, note } = judge(name, severity);
    expect([ok, note]).toEqual([true, expect.stringContaining(`${severity} ${name} (${word})`)]);
  });

  test('are accepted with a reason, until a day', () => {
    const { ok, note } = judge('router', 'high', [{ until: '2026-11-22' }]);
    expect(ok).toBe(true);
    expect(note).toContain('(accepted until 2026-11-22: no files are served by it)');
    expect(judge('router', 'high', [{ until: '2026-11-21' }]).ok).toBe(false);
  });

  test.each([
    [{ message: '405 Method Not Allowed' }, '(405 Method Not Allowed)'],
    [{ error: { summary: 'request to https://registry failed' } }, 'request to https://registry'],
    [{}, '(no answer)'],
  ])('fail nothing where the registry does not tell, and that is said: %j', (report, words) => {
    const { ok, note } = judgeAdvisories(report, { packages, accepted: [], today: '2026-11-22' });
    expect([ok, note]).toEqual([true, expect.stringContaining(words)]);
  });
});

describe('licenses', () => {
  const refused = (license?: string, more: object = {}) =>
    refusedLicenses({
      '': { version: '1.0.0', license: 'none' },
      'node_modules/a/node_modules/thing': {
        version: '1.0.0',
        ...(license === undefined ? {} : { license }),
        ...more,
      },
    });

  test.each([
    'MIT',
    '(GPL-3.0-only OR MIT)',
    'MIT AND ISC',
    'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  ])('%s is on the list', (license) => {
    expect(refused(license)).toEqual([]);
  });

  test.each(['AGPL-3.0-only', 'MIT AND GPL-3.0-only', '(GPL-2.0-only OR GPL-3.0-only)'])(
    '%s is not',
    (license) => {
      expect(refused(license)).toEqual([`${license}: thing`]);
      expect(refused(license, { dev: true })).toEqual([]);
    },
  );

  test('a package that names none is refused', () => {
    expect(refused()).toEqual(['unknown: thing']);
  });
});
