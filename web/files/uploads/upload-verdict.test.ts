import { expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { verdictOf } from './upload-verdict.ts';

const answer = (code: keyof typeof ERRORS) => ({
  status: ERRORS[code][0],
  body: JSON.stringify({ code, status: ERRORS[code][0], message: ERRORS[code][1] }),
});

test.each([
  ['a missing response', { status: null, body: null }],
  ['a proxy that cannot reach the server', { status: 502, body: '<html>Bad Gateway</html>' }],
  ['an unavailable database', answer('DATABASE_UNAVAILABLE')],
  ['an upload locked by another request', { status: 423, body: '' }],
  ['an upload continued by another request', answer('UPLOAD_TAKEN_OVER')],
  ['a wrong offset', { status: 409, body: '' }],
  ['too many requests', answer('RATE_LIMITED')],
])('retries after %s', (_name, ending) => {
  expect(verdictOf(ending)).toMatchObject({ isTransient: true, isFinal: false });
});

test.each([
  ['full storage', 'STORAGE_FULL', false],
  ['an ended session', 'NOT_SIGNED_IN', false],
  ['data damaged in transit', 'UPLOAD_DIFFERS', false],
  ['a deleted submission', 'SUBMISSION_NOT_FOUND', false],
  ['an unsupported file type', 'FILE_TYPE_NOT_SUPPORTED', true],
  ['a file that exceeds the size limit', 'FILE_TOO_LARGE', true],
] as const)("shows the server's message for %s", (_name, code, isFinal) => {
  expect(verdictOf(answer(code))).toEqual({
    isTransient: false,
    isFinal,
    message: ERRORS[code][1],
  });
});

test('shows a message when a proxy refuses the file', () => {
  expect(verdictOf({ status: 413, body: '<html>' }).message).toBe(ERRORS.FILE_TOO_LARGE[1]);
});
