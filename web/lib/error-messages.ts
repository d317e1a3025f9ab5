import { ORPCError } from '@orpc/client';
import { type ErrorCode, ERRORS } from '#domain/errors.ts';

const NO_ANSWER = 'The server cannot be reached. Check your connection and try again.';

const isKnown = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERRORS, code);

/**
 * What a failed call says to a person: the server's words when it answered with a code of the
 * error table, the table's words when it failed in another way, and a hint at the connection when
 * no answer came.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof ORPCError) {
    if (isKnown(error.code)) return error.message || ERRORS[error.code][1];
    return byStatus(error.status);
  }
  return error instanceof TypeError ? NO_ANSWER : ERRORS.INTERNAL[1];
}

/** Answers that do not come from the API itself, e.g. of a proxy in front of it. */
function byStatus(status: number): string {
  if (status === 429) return ERRORS.RATE_LIMITED[1];
  if (status === 413) return ERRORS.FILE_TOO_LARGE[1];
  if (status === 404) return ERRORS.NOT_FOUND[1];
  if (status === 401) return ERRORS.NOT_SIGNED_IN[1];
  if ([502, 503, 504].includes(status)) return NO_ANSWER;
  return ERRORS.INTERNAL[1];
}

/** Whether the same call may succeed when it is simply made again. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ORPCError) return [502, 503, 504].includes(error.status);
  return error instanceof TypeError;
}

/** Whether the call was refused because nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ORPCError && error.status === 401 && error.code !== 'INVALID_CREDENTIALS';

/** Whether the server's no is final: the thing does not exist, or may not be seen, which is the same. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ORPCError && [400, 403, 404].includes(error.status);

/** The server's no, for what the page itself finds not to belong together. */
export const refusal = (code: ErrorCode): Error =>
  new ORPCError(code, { status: ERRORS[code][0], message: ERRORS[code][1] });
