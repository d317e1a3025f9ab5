import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { errorMessage } from '#web/lib/error-messages.ts';

const SUCCESS_MILLISECONDS = 5000;

/** The toast that was last shown of each title. */
const shown = new Map<string, string>();

/** Shows a toast beside those that are there; of one title there is one. */
function show(title: string, options: Parameters<typeof notifications.show>[0]): void {
  const last = shown.get(title);
  if (last !== undefined) notifications.hide(last);
  shown.set(title, notifications.show({ title, ...options }));
}

export const toast = {
  /** Something was done. Goes by itself. */
  success: (title: string, message: string | null = null): void =>
    show(title, {
      message,
      color: 'green',
      icon: <IconCheck size={16} />,
      autoClose: SUCCESS_MILLISECONDS,
    }),

  /** Something could not be done. Stays until it is dismissed or fails again. */
  error: (title: string, message: string | null = null): void =>
    show(title, { message, color: 'red', icon: <IconAlertCircle size={16} />, autoClose: false }),

  /** Takes away all that are shown. */
  dismiss: (): void => notifications.clean(),

  /** A call failed: what was tried, and in the second line why. */
  failure: (title: string, error: unknown): void => {
    const message = errorMessage(error);
    toast.error(title, message === title ? null : message);
  },
};
