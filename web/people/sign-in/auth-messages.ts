import { ERRORS, type ErrorCode } from '#domain/errors.ts';
import { errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';

export type ToastText = { title: string; message: string };

const isErrorCode = (error: unknown, code: 'INVALID_CREDENTIALS' | 'ALREADY_REGISTERED') =>
  errorCode(error) === code || (error instanceof Error && error.message.includes(ERRORS[code][1]));

/** The request failed without an answer from the server. */
const isUnexpected = (error: unknown) => errorCode(error) === null;

const unexpected = (error: unknown): ToastText => ({
  title: 'An error occurred',
  message: errorMessage(error),
});

export function loginFailure(error: unknown): ToastText {
  if (isErrorCode(error, 'INVALID_CREDENTIALS')) {
    return { title: 'Login failed', message: 'Invalid email or password. Please try again.' };
  }
  if (isUnexpected(error)) return unexpected(error);
  return { title: 'Login failed', message: errorMessage(error) };
}

const PROVIDER_ERRORS = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) => code.startsWith('PROVIDER_') || code === 'INTERNAL' || code === 'DATABASE_UNAVAILABLE',
);

/** The error code in the URL after single sign-on; null for unknown values. */
export const providerFailure = (code: unknown): ErrorCode | null =>
  PROVIDER_ERRORS.find((known) => known === code) ?? null;

export function signUpFailure(error: unknown): ToastText {
  if (errorCode(error) === 'INVALID_COMPANY_CODE') return INVALID_COMPANY_CODE;
  if (isErrorCode(error, 'ALREADY_REGISTERED')) {
    return {
      title: 'Account exists',
      message: `${ERRORS.ADDRESS_HAS_ACCOUNT[1]} Please try logging in instead.`,
    };
  }
  if (isUnexpected(error)) return unexpected(error);
  return { title: 'Sign up failed', message: errorMessage(error) };
}

export const INVALID_COMPANY_CODE: ToastText = {
  title: 'Invalid Company Code',
  message: ERRORS.INVALID_COMPANY_CODE[1],
};
