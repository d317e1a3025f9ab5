import '@mantine/notifications/styles.layer.css';
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';

const SUCCESS_MILLISECONDS = 5000;
const OFFER_MILLISECONDS = 15_000;

const TONES = {
  done: { color: 'green', icon: <IconCheck size={16} />, autoClose: SUCCESS_MILLISECONDS },
  neutral: { color: 'gray', icon: <IconInfoCircle size={16} />, autoClose: SUCCESS_MILLISECONDS },
  wrong: { color: 'red', icon: <IconAlertCircle size={16} />, autoClose: false },
} as const;

/** The toast that was last shown of each key. */
const shown = new Map<string, string>();

/** Shows a toast beside those that are there; of one key there is one. */
export function showToast(
  key: string,
  text: { title: string; message: string | null },
  tone: keyof typeof TONES,
): void {
  hideToast(key);
  shown.set(key, notifications.show({ ...text, ...TONES[tone] }));
}

/** The same with a button for what can be done next. */
export function showOffer(title: string, label: string, onAccept: () => void): void {
  hideToast(title);
  const id = notifications.show({
    title,
    message: (
      <Button
        size="compact-sm"
        variant="light"
        mt={4}
        onClick={() => {
          notifications.hide(id);
          onAccept();
        }}
      >
        {label}
      </Button>
    ),
    ...TONES.done,
    autoClose: OFFER_MILLISECONDS,
  });
  shown.set(title, id);
}

export function hideToast(key: string): void {
  const last = shown.get(key);
  if (last !== undefined) notifications.hide(last);
}

export const clearToasts = (): void => notifications.clean();
