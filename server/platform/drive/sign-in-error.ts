import { z } from 'zod';
import { AppError, type ErrorCode } from '#domain/errors.ts';

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
