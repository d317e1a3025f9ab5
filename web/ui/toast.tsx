import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck } from '@tabler/icons-react';
import { errorMessage } from '#web/lib/error-messages.ts';

const SUCCESS_MILLISECONDS = 5000;

/** Shows a toast in the place of the one that is there: there is one at a time. */
function show(options: Parameters<typeof notifications.show>[0]): void {
  notifications.clean();
  notifications.show(options);
}

export const toast = {
  /** Something was done. Goes by itself. */
  success: (title: string, message: string | null = null): void =>
    show({
      title,
      message,
      color: 'green',
      icon: <IconCheck size={16} />,
      autoClose: SUCCESS_MILLISECONDS,
    }),

  /** Something could not be done. Stays until it is dismissed or another toast comes. */
  error: (title: string, message: string | null = null): void =>
    show({ title, message, color: 'red', icon: <IconAlertCircle size={16} />, autoClose: false }),

  /** Takes away what is shown. */
  dismiss: (): void => notifications.clean(),

  /** A call failed: what was tried, and in the second line why. */
  failure: (title: string, error: unknown): void => {
    const words = errorMessage(error);
    toast.error(title, words === title ? null : words);
  },
};
