import { COMMON_ORPC_ERROR_DEFS, ORPCError } from '@orpc/client';
import { COMMON_ERRORS } from '#domain/common-errors.ts';
import { isPartGone } from './import-with-retry.ts';
import { NO_ANSWER, noAnswerToLoad } from './no-answer.ts';

/** What the client calls an answer that is none of the API's, but of a proxy in front of it, say. */
export const STRANGE = 'MALFORMED_ORPC_ERROR_RESPONSE';

const isStrange = (code: string) => code === STRANGE || Object.hasOwn(COMMON_ORPC_ERROR_DEFS, code);

/**
 * What a failed call says to a person: the server's words when the API answered, the words of the error
 * table when it failed in another way, and a hint at the connection when no answer came.
 */
export function errorMessage(error: unknown): string {
  if (error instanceof ORPCError) {
    return isStrange(String(error.code)) ? byStatus(error.status) : error.message;
  }
  if (isPartGone(error)) return 'This page has been updated. Retry to load the new version.';
  return error instanceof TypeError ? NO_ANSWER : COMMON_ERRORS.INTERNAL[1];
}

function byStatus(status: number): string {
  if (status === 429) return COMMON_ERRORS.RATE_LIMITED[1];
  if (status === 413) return COMMON_ERRORS.FILE_TOO_LARGE[1];
  if (status === 404) return COMMON_ERRORS.NOT_FOUND[1];
  if (status === 401) return COMMON_ERRORS.NOT_SIGNED_IN[1];
  if ([502, 503, 504].includes(status)) return NO_ANSWER;
  return COMMON_ERRORS.INTERNAL[1];
}

/** Whether the same call may succeed when it is simply made again. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ORPCError) return [502, 503, 504].includes(error.status);
  return error instanceof TypeError;
}

export const isOffline = (error: unknown): boolean => !navigator.onLine && isTransient(error);

/** The message for a failed load: that it waits for the connection, or else `errorMessage`. */
export const loadMessage = (error: unknown): string =>
  isOffline(error) ? noAnswerToLoad() : errorMessage(error);

/** Whether the call was refused because nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof ORPCError && error.status === 401 && error.code !== 'INVALID_CREDENTIALS';

/** Whether the server's no is final: the thing does not exist, or may not be seen, which is the same. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ORPCError && [400, 403, 404].includes(error.status);

/** The server's no, for what the page itself finds not to belong together. */
export const refusal = (code: keyof typeof COMMON_ERRORS): Error =>
  new ORPCError(code, { status: COMMON_ERRORS[code][0], message: COMMON_ERRORS[code][1] });
