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
  it("uses the server's words for a code of the table", () => {
    expect(errorMessage(answer('STORAGE_FULL', 507, 'The disk is full.'))).toBe(
      'The disk is full.',
    );
  });
  it.each([
    [502, /cannot be reached/],
    [503, /cannot be reached/],
    [429, /Too many attempts/],
    [500, /Something went wrong/],
    [418, /Something went wrong/],
  ])('finds words for a strange answer with status %d', (status, words) => {
    expect(errorMessage(answer('MALFORMED_ORPC_ERROR_RESPONSE', status, 'raw'))).toMatch(words);
  });
  it('speaks of the connection when no answer came', () => {
    expect(errorMessage(new TypeError('Failed to fetch'))).toMatch(/Check your connection/);
  });
  it('says that a load waits while the browser is offline', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(loadErrorMessage(new TypeError('Failed to fetch'))).toMatch(/^You're offline/);
    expect(loadErrorMessage(answer('PROJECT_NOT_FOUND', 404, 'Not here.'))).toBe('Not here.');
    vi.unstubAllGlobals();
  });
  it('shows nothing of a fault of ours', () => {
    expect(errorMessage(new Error('undefined is not a function'))).toMatch(/Something went wrong/);
  });
});

it('repeats a call only when it may then succeed', () => {
  const errors = [
    new TypeError('Failed to fetch'),
    answer('DATABASE_UNAVAILABLE', 503),
    answer('INTERNAL', 500),
    answer('NOT_FOUND', 404),
    new Error('fault'),
  ];
  expect(errors.map(isTransient)).toEqual([true, true, false, false, false]);
});

it('tells an ended session from a wrong password', () => {
  expect(isSignedOut(answer('NOT_SIGNED_IN', 401))).toBe(true);
  expect(isSignedOut(answer('INVALID_CREDENTIALS', 401))).toBe(false);
  expect(isSignedOut(new TypeError('Failed to fetch'))).toBe(false);
});

it('takes a missing and a hidden thing alike, but not a failure', () => {
  expect(isRefused(answer('PROJECT_NOT_FOUND', 404))).toBe(true);
  expect(isRefused(answer('INVALID_INPUT', 400))).toBe(true);
  expect(isRefused(answer('INTERNAL', 500))).toBe(false);
});
