import { expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { verdictOf } from './upload-verdict.ts';

const answer = (code: keyof typeof ERRORS) => ({
  status: ERRORS[code][0],
  body: JSON.stringify({ code, status: ERRORS[code][0], message: ERRORS[code][1] }),
});

test.each([
  ['no answer', { status: null, body: null }],
  ['a proxy without a server behind it', { status: 502, body: '<html>Bad Gateway</html>' }],
  ['a database that is away', answer('DATABASE_UNAVAILABLE')],
  ['an upload another request still holds', { status: 423, body: '' }],
  ['an upload that another request goes on with', answer('UPLOAD_TAKEN_OVER')],
  ['an offset that moved on', { status: 409, body: '' }],
  ['too many requests', answer('RATE_LIMITED')],
])('%s is waited out', (_name, ending) => {
  expect(verdictOf(ending)).toMatchObject({ isTransient: true, isFinal: false });
});

test.each([
  ['a full storage', 'STORAGE_FULL', false],
  ['a session that ended', 'NOT_SIGNED_IN', false],
  ['bytes that changed on their way', 'UPLOAD_DIFFERS', false],
  ['a submission that was deleted', 'SUBMISSION_NOT_FOUND', false],
  ['a type that is not taken', 'FILE_TYPE_NOT_SUPPORTED', true],
  ['a file that is too large', 'FILE_TOO_LARGE', true],
] as const)('%s is said in the words of the server', (_name, code, isFinal) => {
  expect(verdictOf(answer(code))).toEqual({
    isTransient: false,
    isFinal,
    message: ERRORS[code][1],
  });
});

test('a refusal that is not ours has words too', () => {
  expect(verdictOf({ status: 413, body: '<html>' }).message).toBe(ERRORS.FILE_TOO_LARGE[1]);
});
