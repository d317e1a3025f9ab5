import { z } from 'zod';
import type { ErrorCode } from '#domain/errors.ts';
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
