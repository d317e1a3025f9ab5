import { z } from 'zod';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { parseStorable } from '#domain/storable-text.ts';

/** https://developers.google.com/workspace/drive/api/guides/handle-errors */
const Body = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

/** `isRetryable`: the same request may succeed after a pause. */
export type Refusal = { code: ErrorCode; reason: string; isRetryable: boolean };

/** Reasons for a 403, or for a 400 caused by the settings. Any other 403 is about permissions. */
const CODES: Record<string, ErrorCode> = {
  userRateLimitExceeded: 'DRIVE_QUOTA',
  rateLimitExceeded: 'DRIVE_QUOTA',
  sharingRateLimitExceeded: 'DRIVE_QUOTA',
  dailyLimitExceeded: 'DRIVE_QUOTA',
  quotaExceeded: 'DRIVE_QUOTA',
  downloadQuotaExceeded: 'DRIVE_DOWNLOAD_QUOTA',
  storageQuotaExceeded: 'DRIVE_STORAGE_FULL',
  teamDriveFileLimitExceeded: 'DRIVE_STORAGE_FULL',
  numChildrenInNonRootLimitExceeded: 'DRIVE_STORAGE_FULL',
  appNotAuthorizedToFile: 'DRIVE_SCOPE_MISSING',
  insufficientPermissions: 'DRIVE_SCOPE_MISSING',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'DRIVE_SCOPE_MISSING',
  accessNotConfigured: 'DRIVE_API_ACCESS',
  SERVICE_DISABLED: 'DRIVE_API_ACCESS',
  API_KEY_INVALID: 'DRIVE_API_ACCESS',
  fileNotDownloadable: 'DRIVE_TYPE_NOT_SUPPORTED',
  cannotDownloadFile: 'DRIVE_DOWNLOAD_REFUSED',
  cannotDownloadAbusiveFile: 'DRIVE_FILE_FLAGGED',
};

/** Limits that end within seconds. Others last for hours, or until someone frees space. */
const SHORT_LIMITS = new Set(['userRateLimitExceeded', 'rateLimitExceeded']);

/** For responses other than 2xx and 401. `body` may also be HTML from a proxy. */
export function apiErrorOf(status: number, body: string): Refusal {
  const reason = reasonIn(body);
  if (status >= 500 || status === 408)
    return { code: 'DRIVE_UNREACHABLE', reason, isRetryable: true };
  if (status === 429) return { code: 'DRIVE_QUOTA', reason, isRetryable: true };
  const code = CODES[reason];
  if (code) return { code, reason, isRetryable: SHORT_LIMITS.has(reason) };
  if (status === 404 || status === 410) {
    return { code: 'DRIVE_FILE_NOT_FOUND', reason, isRetryable: false };
  }
  if (status === 403) return { code: 'DRIVE_ACCESS_DENIED', reason, isRetryable: false };
  return { code: 'DRIVE_ACCESS_ERROR', reason, isRetryable: false };
}

function reasonIn(body: string): string {
  const parsed = Body.safeParse(jsonOf(body));
  if (!parsed.success) return '';
  const { errors, details } = parsed.data.error;
  const named = [...details.map(({ reason }) => reason ?? ''), ...errors.map((one) => one.reason)];
  return named.find((reason) => reason in CODES) ?? named.find(Boolean) ?? '';
}

/** All strings in the result can be stored in the database. Returns null if `text` isn't JSON. */
export function jsonOf(text: string): unknown {
  try {
    return parseStorable(text);
  } catch {
    return null;
  }
}

/**
 * Milliseconds (RFC 9110, section 10.2.3). A date is compared with the response's own date, because the local clock may
 * be wrong.
 */
export function retryAfterMs(headers: Headers): number | undefined {
  const asked = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  const answeredAt = Date.parse(headers.get('date') ?? '');
  const pause = Date.parse(asked) - (Number.isNaN(answeredAt) ? Date.now() : answeredAt);
  return pause > 0 ? pause : undefined;
}

const Refusal = z.object({
  status: z.number(),
  data: z.object({ error: z.string(), error_description: z.string().default('') }),
});

/** Google's messages when the times in an assertion don't match its clock. */
const WRONG_TIME = /short-lived token|iat and exp|not yet valid|used too early/i;

/**
 * Returns DRIVE_EXPIRED, DRIVE_CLOCK, DRIVE_API_ACCESS (Google rejects the settings), or DRIVE_UNREACHABLE; see RFC
 * 6749.
 */
export function signInError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const response = error instanceof Error && 'response' in error ? error.response : undefined;
  const refusal = Refusal.safeParse(response);
  if (refusal.success) {
    const { status, data } = refusal.data;
    // The response can't be the cause, because it includes the request with its secrets.
    return new AppError(codeOf(data.error, data.error_description, status), undefined, {
      cause: `${status} ${data.error}: ${data.error_description}`,
    });
  }
  const reason = errorCodeIn(error);
  const code = isClock(reason) ? 'DRIVE_CLOCK' : 'DRIVE_UNREACHABLE';
  return new AppError(code, undefined, { cause: reason ?? 'no response' });
}

function codeOf(error: string, words: string, status: number): ErrorCode {
  if (status >= 500) return 'DRIVE_UNREACHABLE';
  if (WRONG_TIME.test(words)) return 'DRIVE_CLOCK';
  if (status === 429) return 'DRIVE_QUOTA';
  // The service account was deleted or its key is wrong, so reconnecting doesn't help.
  if (/JWT|account not found/i.test(words)) return 'DRIVE_API_ACCESS';
  return error === 'invalid_grant' ? 'DRIVE_EXPIRED' : 'DRIVE_API_ACCESS';
}

/** Google's certificates are valid, so the local clock must be wrong. */
export const isClock = (reason: string | null) =>
  reason === 'CERT_NOT_YET_VALID' || reason === 'CERT_HAS_EXPIRED';

export function errorCodeIn(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}
