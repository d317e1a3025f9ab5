import { ORPCError } from '@orpc/client';
import { describe, expect, it, vi } from 'vitest';
import {
  errorMessage,
  isRefused,
  isSignedOut,
  isTransient,
  loadErrorMessage,
} from './error-messages.ts';

const answer = (code: string, status: number, message?: string) =>
  new ORPCError(code, { status, message });

describe('errorMessage', () => {
  it("returns the server's message for a known error code", () => {
    expect(errorMessage(answer('STORAGE_FULL', 507, 'The disk is full.'))).toBe(
      'The disk is full.',
    );
  });
  it.each([
    [502, /Can't reach the server/],
    [503, /Can't reach the server/],
    [429, /Too many attempts/],
    [500, /Something went wrong/],
    [418, /Something went wrong/],
  ])('has a message for an unexpected response with status %d', (status, message) => {
    expect(errorMessage(answer('MALFORMED_ORPC_ERROR_RESPONSE', status, 'raw'))).toMatch(message);
  });
  it('mentions the connection when there is no response', () => {
    expect(errorMessage(new TypeError('Failed to fetch'))).toMatch(/Check your connection/);
  });
  it('explains that loading resumes when the browser is online', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(loadErrorMessage(new TypeError('Failed to fetch'))).toMatch(/^You're offline/);
    expect(loadErrorMessage(answer('PROJECT_NOT_FOUND', 404, 'Not here.'))).toBe('Not here.');
    vi.unstubAllGlobals();
  });
  it('hides the details of unexpected errors', () => {
    expect(errorMessage(new Error('undefined is not a function'))).toMatch(/Something went wrong/);
  });
});

it('only calls that may succeed later are retried', () => {
  const errors = [
    new TypeError('Failed to fetch'),
    answer('DATABASE_UNAVAILABLE', 503),
    answer('INTERNAL', 500),
    answer('NOT_FOUND', 404),
    new Error('fault'),
  ];
  expect(errors.map(isTransient)).toEqual([true, true, false, false, false]);
});

it('an ended session differs from a wrong password', () => {
  expect(isSignedOut(answer('NOT_SIGNED_IN', 401))).toBe(true);
  expect(isSignedOut(answer('INVALID_CREDENTIALS', 401))).toBe(false);
  expect(isSignedOut(new TypeError('Failed to fetch'))).toBe(false);
});

it('missing items and invalid requests count as refused, failures do not', () => {
  expect(isRefused(answer('PROJECT_NOT_FOUND', 404))).toBe(true);
  expect(isRefused(answer('INVALID_INPUT', 400))).toBe(true);
  expect(isRefused(answer('INTERNAL', 500))).toBe(false);
});
