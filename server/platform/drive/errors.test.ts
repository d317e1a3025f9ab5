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
  [403, body('someNewReason'), 'DRIVE_ACCESS_DENIED', false],
  [403, body('appNotAuthorizedToFile'), 'DRIVE_SCOPE_MISSING', false],
  [403, body('accessNotConfigured'), 'DRIVE_API_ACCESS', false],
  [403, body('cannotDownloadFile'), 'DRIVE_DOWNLOAD_REFUSED', false],
  [403, body('cannotDownloadAbusiveFile'), 'DRIVE_FILE_FLAGGED', false],
  [404, body('notFound'), 'DRIVE_FILE_NOT_FOUND', false],
  [429, body('rateLimitExceeded'), 'DRIVE_QUOTA', true],
  [503, '<!doctype html><title>Error 503</title>', 'DRIVE_UNREACHABLE', true],
])('a %s with %s becomes %s', (status, text, code, isRetryable) => {
  expect(apiErrorOf(status, text)).toMatchObject({ code, isRetryable });
});

test('the most specific reason counts, wherever it is', () => {
  const details = [{ '@type': 'ErrorInfo', reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }];
  const errors = [{ reason: 'forbidden' }];
  const text = JSON.stringify({ error: { errors, details, code: 403 } });
  expect(apiErrorOf(403, text).code).toBe('DRIVE_SCOPE_MISSING');
});

describe("Google's retry delay", () => {
  const date = 'Mon, 23 Nov 2026 10:00:00 GMT';
  test.each([
    ['is read in seconds', { 'retry-after': '7' }, 7000],
    [
      "is read as a date by Google's clock",
      { 'retry-after': 'Mon, 23 Nov 2026 10:00:30 GMT', date },
      30_000,
    ],
    [
      'is ignored for a past date',
      { 'retry-after': 'Mon, 23 Nov 2026 09:59:00 GMT', date },
      undefined,
    ],
    [
      'is ignored for a past date by the local clock',
      { 'retry-after': 'Mon, 01 Jan 2001 10:00:00 GMT' },
      undefined,
    ],
    ['is missing', { date }, undefined],
    ['is ignored in an unknown format', { 'retry-after': 'soon', date }, undefined],
  ])('%s', (_name, headers, pause) => {
    expect(retryAfterMs(new Headers(headers))).toBe(pause);
  });
});

/** An error response from the token endpoint, as the library reports it: with the request attached. */
const answered = (status: number, error: string, words = '') =>
  Object.assign(new Error(error), {
    config: { data: 'client_secret=of-the-site' },
    response: { status, data: { error, error_description: words } },
  });
const system = (code: string) =>
  new Error('failed', { cause: Object.assign(new Error(), { code }) });

test.each([
  [
    'an expired grant',
    answered(400, 'invalid_grant', 'Token has been expired or revoked.'),
    'DRIVE_EXPIRED',
  ],
  [
    'a wrong secret',
    answered(401, 'invalid_client', 'The provided client secret is invalid.'),
    'DRIVE_API_ACCESS',
  ],
  ['a deleted key', answered(400, 'invalid_grant', 'Invalid JWT Signature.'), 'DRIVE_API_ACCESS'],
  [
    'a wrong clock',
    answered(400, 'invalid_grant', 'Invalid JWT: Token must be a short-lived token (60 minutes).'),
    'DRIVE_CLOCK',
  ],
  ['a certificate that is not valid yet', system('CERT_NOT_YET_VALID'), 'DRIVE_CLOCK'],
  ['no connection', system('ENOTFOUND'), 'DRIVE_UNREACHABLE'],
  ['an overloaded server', answered(503, 'internal_failure'), 'DRIVE_UNREACHABLE'],
])('%s has its own error code, without secrets', (_what, error, code) => {
  const failure = signInError(error);
  expect(failure.code).toBe(code);
  expect(JSON.stringify([failure.message, failure.cause])).not.toContain('of-the-site');
});
