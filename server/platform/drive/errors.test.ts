import { describe, expect, test } from 'vitest';
import { retryAfterMs, apiErrorOf, signInError } from './errors.ts';

const body = (reason: string) =>
  JSON.stringify({ error: { message: 'No.', errors: [{ reason, domain: 'global' }] } });

test.each([
  [403, body('userRateLimitExceeded'), 'DRIVE_QUOTA', true],
  [403, body('dailyLimitExceeded'), 'DRIVE_QUOTA', false],
  [403, body('downloadQuotaExceeded'), 'DRIVE_DOWNLOAD_QUOTA', false],
  [403, body('storageQuotaExceeded'), 'DRIVE_STORAGE_FULL', false],
  [403, body('insufficientFilePermissions'), 'DRIVE_ACCESS_DENIED', false],
  [403, body('a reason of tomorrow'), 'DRIVE_ACCESS_DENIED', false],
  [403, body('appNotAuthorizedToFile'), 'DRIVE_SCOPE_MISSING', false],
  [403, body('accessNotConfigured'), 'DRIVE_API_ACCESS', false],
  [403, body('cannotDownloadFile'), 'DRIVE_DOWNLOAD_REFUSED', false],
  [403, body('cannotDownloadAbusiveFile'), 'DRIVE_FILE_FLAGGED', false],
  [404, body('notFound'), 'DRIVE_FILE_NOT_FOUND', false],
  [429, body('rateLimitExceeded'), 'DRIVE_QUOTA', true],
  [503, '<!doctype html><title>Error 503</title>', 'DRIVE_UNREACHABLE', true],
])('a %s of Drive, %s, is %s', (status, text, code, again) => {
  expect(apiErrorOf(status, text)).toMatchObject({ code, again });
});

test('the most exact reason counts, wherever it stands in the answer', () => {
  const details = [{ '@type': 'ErrorInfo', reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }];
  const errors = [{ reason: 'forbidden' }];
  const text = JSON.stringify({ error: { errors, details, code: 403 } });
  expect(apiErrorOf(403, text).code).toBe('DRIVE_SCOPE_MISSING');
});

describe('how long Google wants one to wait', () => {
  const date = 'Mon, 23 Nov 2026 10:00:00 GMT';
  test.each([
    ['in seconds', { 'retry-after': '7' }, 7000],
    ['until a date by its clock', { 'retry-after': 'Mon, 23 Nov 2026 10:00:30 GMT', date }, 30_000],
    [
      'until a date that is over',
      { 'retry-after': 'Mon, 23 Nov 2026 09:59:00 GMT', date },
      undefined,
    ],
    [
      'until a date that is over by the clock here',
      { 'retry-after': 'Mon, 01 Jan 2001 10:00:00 GMT' },
      undefined,
    ],
    ['not at all', { date }, undefined],
    ['in a way that nobody knows', { 'retry-after': 'soon', date }, undefined],
  ])('%s', (_name, headers, pause) => {
    expect(retryAfterMs(new Headers(headers))).toBe(pause);
  });
});

/** An answer of the token endpoint as the library passes it on, together with the request. */
const answered = (status: number, error: string, words = '') =>
  Object.assign(new Error(error), {
    config: { data: 'client_secret=of-the-site' },
    response: { status, data: { error, error_description: words } },
  });
const system = (code: string) =>
  new Error('failed', { cause: Object.assign(new Error(), { code }) });

test.each([
  [
    'a grant that is over',
    answered(400, 'invalid_grant', 'Token has been expired or revoked.'),
    'DRIVE_EXPIRED',
  ],
  [
    'a wrong secret',
    answered(401, 'invalid_client', 'The provided client secret is invalid.'),
    'DRIVE_API_ACCESS',
  ],
  [
    'a key that is gone',
    answered(400, 'invalid_grant', 'Invalid JWT Signature.'),
    'DRIVE_API_ACCESS',
  ],
  [
    'a wrong clock',
    answered(400, 'invalid_grant', 'Invalid JWT: Token must be a short-lived token (60 minutes).'),
    'DRIVE_CLOCK',
  ],
  ['a certificate of tomorrow', system('CERT_NOT_YET_VALID'), 'DRIVE_CLOCK'],
  ['no line', system('ENOTFOUND'), 'DRIVE_UNREACHABLE'],
  ['an overload', answered(503, 'internal_failure'), 'DRIVE_UNREACHABLE'],
])('%s is told from the others, without what is secret', (_what, error, code) => {
  const said = signInError(error);
  expect(said.code).toBe(code);
  expect(JSON.stringify([said.message, said.cause])).not.toContain('of-the-site');
});
