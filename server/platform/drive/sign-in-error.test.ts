import { expect, test } from 'vitest';
import { signInError } from './sign-in-error.ts';

/** An answer of the token endpoint as the library hands it on, beside what was asked. */
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
