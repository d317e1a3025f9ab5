import { useQueryClient } from '@tanstack/react-query';
import { driveErrorTitle } from '#domain/drive.ts';
import { type ErrorCode, ERRORS } from '#domain/errors.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';

/** Errors that are fixed by connecting the account again. */
const RECONNECT_CODES: readonly (ErrorCode | null)[] = [
  'DRIVE_NOT_CONNECTED',
  'DRIVE_EXPIRED',
  'DRIVE_SCOPE_MISSING',
];

export const needsConnection = (code: ErrorCode | null): boolean => RECONNECT_CODES.includes(code);

const isKnown = (code: string | null): code is ErrorCode =>
  code !== null && Object.hasOwn(ERRORS, code);

/** Shows an error toast. `fallbackTitle` is used if the error has no title of its own. */
function showProblem(error: unknown, fallbackTitle: string): void {
  const code = errorCode(error);
  const title = (isKnown(code) ? driveErrorTitle(code) : null) ?? fallbackTitle;
  if (code === 'DRIVE_EMPTY_FOLDER') toast.note(title, errorMessage(error));
  else toast.failure(title, error);
}

/**
 * Shows an error toast. Also reloads the connection status if the connection may have ended, so that the page offers to
 * connect again.
 */
export function useShowProblem() {
  const queryClient = useQueryClient();
  return (error: unknown, fallbackTitle: string): void => {
    showProblem(error, fallbackTitle);
    const code = errorCode(error);
    if (!isKnown(code) || !needsConnection(code)) return;
    void queryClient.invalidateQueries({ queryKey: api.drive.status.key() });
  };
}

export const errorText = (code: ErrorCode): string => ERRORS[code][1];
