import { describe, expect, test } from 'vitest';
import { judgeAdvisories } from './advisories.mjs';
import { refusedLicenses } from './licenses.mjs';

describe('known advisories', () => {
  const id = 'GHSA-aaaa-bbbb-cccc';
  /** A finding of `npm audit --json`, which also lists dependent packages. */
  const judge = (severity: string, accepted: string[] = []) => {
    const advisory = {
      url: `https://github.com/advisories/${id}`,
      title: 'Reads any file',
      severity,
    };
    const router = { name: 'router', via: [advisory] };
    const vulnerabilities = { router, app: { name: 'app', via: ['router'] } };
    return judgeAdvisories({ vulnerabilities }, new Set(accepted));
  };

  test.each(['high', 'critical'])('with severity %s fail unless accepted', (severity) => {
    const { ok, output } = judge(severity);
    expect(ok).toBe(false);
    expect(output).toContain(`${severity} router: Reads any file https://github.com`);
    expect(judge(severity, [id]).ok).toBe(true);
  });

  test('with a lower severity pass', () => {
    expect(judge('moderate').ok).toBe(true);
  });

  test.each([
    [{ message: '405 Method Not Allowed' }, '(405 Method Not Allowed)'],
    [{ error: { summary: 'request to https://registry failed' } }, 'request to https://registry'],
    [{}, '(no response)'],
  ])('pass with a note if the registry sends no report: %j', (report, words) => {
    const { ok, note } = judgeAdvisories(report, new Set());
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
  ])('%s is allowed', (license) => {
    expect(refused(license)).toEqual([]);
  });

  test.each(['AGPL-3.0-only', 'MIT AND GPL-3.0-only', '(GPL-2.0-only OR GPL-3.0-only)'])(
    '%s is refused',
    (license) => {
      expect(refused(license)).toEqual([`${license}: thing`]);
      expect(refused(license, { dev: true })).toEqual([]);
    },
  );

  test('a package without a license is refused', () => {
    expect(refused()).toEqual(['unknown: thing']);
  });
});
