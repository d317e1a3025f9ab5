import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, ERRORS } from '#domain/errors.ts';
import { NO_ANSWER } from '#web/lib/no-answer.ts';
import { loginFailure, signUpFailure, providerFailure } from './auth-messages.ts';

const answer = (code: ErrorCode, message: string = ERRORS[code][1]) =>
  new ORPCError(code, { status: ERRORS[code][0], message });

describe('a failed login', () => {
  it.each([
    [answer('INVALID_CREDENTIALS'), 'Login failed', 'Invalid email or password. Please try again.'],
    [
      answer('INVALID_INPUT', 'Error: Invalid login credentials'),
      'Login failed',
      'Invalid email or password. Please try again.',
    ],
    [answer('RATE_LIMITED'), 'Login failed', ERRORS.RATE_LIMITED[1]],
    [new TypeError('Failed to fetch'), 'An error occurred', NO_ANSWER],
  ])('shows its own message: %s', (error, title, message) => {
    expect(loginFailure(error)).toEqual({ title, message });
  });
});

describe('a failed sign-up', () => {
  it.each([
    [
      answer('INVALID_COMPANY_CODE'),
      'Invalid Company Code',
      'The company code you entered is not valid or inactive. Please contact your administrator.',
    ],
    [
      answer('ALREADY_REGISTERED'),
      'Account exists',
      'An account with this email already exists. Please try logging in instead.',
    ],
    [
      answer('INVALID_INPUT', 'email: Enter a valid address.'),
      'Sign up failed',
      'email: Enter a valid address.',
    ],
    [new TypeError('Failed to fetch'), 'An error occurred', NO_ANSWER],
  ])('shows its own message: %s', (error, title, message) => {
    expect(signUpFailure(error)).toEqual({ title, message });
  });
});

it.each([
  ['PROVIDER_CANCELED', 'PROVIDER_CANCELED'],
  ['INTERNAL', 'INTERNAL'],
  ['SHARE_LINK_EXPIRED', null],
  ['Call this number', null],
  [undefined, null],
])('maps the code %s in the URL to %s', (code, shown) => {
  expect(providerFailure(code)).toBe(shown);
});
