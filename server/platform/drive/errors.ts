import { z } from 'zod';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import { parseStorable } from '#domain/storable-text.ts';

/** An error of the Drive API: https://developers.google.com/workspace/drive/api/guides/handle-errors */
const Body = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

/** What Drive refused: `again` is worth a pause and another try of the same request. */
export type Refusal = { code: ErrorCode; reason: string; again: boolean };

/** Reasons of a 403, and of a 400 of the settings; other reasons of a 403 are of permissions. */
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

/** The limits that are over in seconds; the others take hours, or somebody who makes room. */
const SHORT_LIMITS = new Set(['userRateLimitExceeded', 'rateLimitExceeded']);

/** What an answer of Drive other than 2xx and 401 means. `body` is its text, HTML of a front end, too. */
export function refusalOf(status: number, body: string): Refusal {
  const reason = reasonIn(body);
  if (status >= 500 || status === 408) return { code: 'DRIVE_UNREACHABLE', reason, again: true };
  if (status === 429) return { code: 'DRIVE_QUOTA', reason, again: true };
  const code = CODES[reason];
  if (code) return { code, reason, again: SHORT_LIMITS.has(reason) };
  if (status === 404 || status === 410) {
    return { code: 'DRIVE_FILE_NOT_FOUND', reason, again: false };
  }
  if (status === 403) return { code: 'DRIVE_ACCESS_DENIED', reason, again: false };
  return { code: 'DRIVE_ACCESS_ERROR', reason, again: false };
}

/** The most exact reason that an answer names; empty when it is not of the API. */
function reasonIn(body: string): string {
  const parsed = Body.safeParse(jsonOf(body));
  if (!parsed.success) return '';
  const { errors, details } = parsed.data.error;
  const named = [...details.map(({ reason }) => reason ?? ''), ...errors.map((one) => one.reason)];
  return named.find((reason) => reason in CODES) ?? named.find(Boolean) ?? '';
}

/** What an answer of Google says as JSON, all its texts storable; null when it is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return parseStorable(text);
  } catch {
    return null;
  }
}

/**
 * Milliseconds of a Retry-After (RFC 9110, section 10.2.3): seconds, or a date, which is compared with that of the
 * answer, as the clock of this machine may be wrong. Undefined when there is none, or one that is over.
 */
export function pauseAskedFor(headers: Headers): number | undefined {
  const asked = headers.get('retry-after') ?? '';
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  const said = Date.parse(headers.get('date') ?? '');
  const pause = Date.parse(asked) - (Number.isNaN(said) ? Date.now() : said);
  return pause > 0 ? pause : undefined;
}

/** What the token endpoint answers (RFC 6749, section 5.2), as the library hands it on. */
const Refusal = z.object({
  status: z.number(),
  data: z.object({ error: z.string(), error_description: z.string().default('') }),
});

/** Google's words for an assertion whose times are not those of its own clock. */
const WRONG_TIME = /short-lived token|iat and exp|not yet valid|used too early/i;

/**
 * A failure to sign in as the product's error: DRIVE_EXPIRED when the grant is no more, DRIVE_CLOCK when
 * the clock of this machine is wrong, DRIVE_API_ACCESS when Google does not take the settings,
 * DRIVE_UNREACHABLE when no answer came. Codes as listed in RFC 6749; words seen of Google.
 */
export function signInError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const response = error instanceof Error && 'response' in error ? error.response : undefined;
  const refusal = Refusal.safeParse(response);
  if (refusal.success) {
    const { status, data } = refusal.data;
    // Never with the answer as its cause: what was asked is beside it, with its secrets.
    return new AppError(codeOf(data.error, data.error_description, status), undefined, {
      cause: `${status} ${data.error}: ${data.error_description}`,
    });
  }
  const reason = errorCodeIn(error);
  const code = isClock(reason) ? 'DRIVE_CLOCK' : 'DRIVE_UNREACHABLE';
  return new AppError(code, undefined, { cause: reason ?? 'no answer' });
}

function codeOf(error: string, words: string, status: number): ErrorCode {
  if (status >= 500) return 'DRIVE_UNREACHABLE';
  if (WRONG_TIME.test(words)) return 'DRIVE_CLOCK';
  if (status === 429) return 'DRIVE_QUOTA';
  // Of a service account: no consent would help, its key is wrong or it is gone.
  if (/JWT|account not found/i.test(words)) return 'DRIVE_API_ACCESS';
  return error === 'invalid_grant' ? 'DRIVE_EXPIRED' : 'DRIVE_API_ACCESS';
}

/** Whether a certificate is refused for its time: that of this machine, if it is Google's. */
export const isClock = (reason: string | null) =>
  reason === 'CERT_NOT_YET_VALID' || reason === 'CERT_HAS_EXPIRED';

/** The code of a system's error, looked for below what wraps it. */
export function errorCodeIn(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}
