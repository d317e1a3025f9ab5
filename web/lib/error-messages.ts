import { COMMON_ORPC_ERROR_DEFS, ORPCError } from '@orpc/client';
import { COMMON_ERRORS } from '#domain/common-errors.ts';
import { isChunkGone } from './import-with-retry.ts';
import { NO_ANSWER, loadFailureMessage } from './no-answer.ts';

/** oRPC's error code for a response that isn't from the API, such as a proxy's error page. */
export const UNEXPECTED_RESPONSE = 'MALFORMED_ORPC_ERROR_RESPONSE';

const isUnexpectedResponse = (code: string) =>
  code === UNEXPECTED_RESPONSE || Object.hasOwn(COMMON_ORPC_ERROR_DEFS, code);

/** The API's own message, a message for the HTTP status if a proxy responded, or a hint about the connection. */
export function errorMessage(error: unknown): string {
  if (error instanceof ORPCError) {
    return isUnexpectedResponse(String(error.code))
      ? messageForStatus(error.status)
      : error.message;
  }
  if (isChunkGone(error)) return 'This page has been updated. Retry to load the new version.';
  return error instanceof TypeError ? NO_ANSWER : COMMON_ERRORS.INTERNAL[1];
}

function messageForStatus(status: number): string {
  if (status === 429) return COMMON_ERRORS.RATE_LIMITED[1];
  if (status === 413) return COMMON_ERRORS.FILE_TOO_LARGE[1];
  if (status === 404) return COMMON_ERRORS.NOT_FOUND[1];
  if (status === 401) return COMMON_ERRORS.NOT_SIGNED_IN[1];
  if ([502, 503, 504].includes(status)) return NO_ANSWER;
  return COMMON_ERRORS.INTERNAL[1];
}

/** Whether repeating the same call may succeed. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ORPCError) return [502, 503, 504].includes(error.status);
  return error instanceof TypeError;
}

export const isOffline = (error: unknown): boolean => !navigator.onLine && isTransient(error);

export const loadErrorMessage = (error: unknown): string =>
  isOffline(error) ? loadFailureMessage() : errorMessage(error);

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ORPCError && error.status === 401 && error.code !== 'INVALID_CREDENTIALS';

/** Whether a retry is pointless, because the request is invalid or the viewer can't see the item. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ORPCError && [400, 403, 404].includes(error.status);

/** An error as the server would return it, for problems that the page itself finds. */
export const commonError = (code: keyof typeof COMMON_ERRORS): Error =>
  new ORPCError(code, { status: COMMON_ERRORS[code][0], message: COMMON_ERRORS[code][1] });
