import { Button, Notification, Portal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { hideToast, useShownToast } from './toast.ts';
import classes from './toasts.module.css';

const TOAST_MS = { done: 3000, neutral: 5000 };
const OFFER_TOAST_MS = 15_000;

const TONES = {
  done: { color: 'green', icon: <IconCheck size={16} aria-hidden /> },
  neutral: { color: 'gray', icon: <IconInfoCircle size={16} aria-hidden /> },
  wrong: { color: 'red', icon: <IconAlertCircle size={16} aria-hidden /> },
};

/** Alt+T focuses the toast, even from within a dialog. */
export function Toasts() {
  const toast = useShownToast();
  return toast && <ShownToast key={toast.id} toast={toast} />;
}

function ShownToast({ toast }: { toast: NonNullable<ReturnType<typeof useShownToast>> }) {
  const { tone, title, message, offer } = toast;
  const box = useRef<HTMLDivElement>(null);
  useHotkeys(
    [['alt+T', () => box.current?.querySelector('button')?.focus(), { usePhysicalKeys: true }]],
    [],
  );
  useEffect(() => {
    if (tone === 'wrong') return undefined;
    const leave = () => {
      if (!box.current?.matches(':hover, :focus-within')) hideToast();
    };
    const timer = setInterval(leave, offer ? OFFER_TOAST_MS : TOAST_MS[tone]);
    return () => clearInterval(timer);
  }, [tone, offer]);
  const accept = () => {
    hideToast();
    offer?.accept();
  };
  return (
    // A modal dialog makes everything outside of it inert.
    <Portal target={document.querySelector<HTMLElement>('dialog[open]') ?? undefined}>
      <Notification
        ref={box}
        className={`${classes.toast} screen-only`}
        withBorder
        {...TONES[tone]}
        title={title}
        onClose={hideToast}
      >
        {message}
        {offer ? (
          <Button size="compact-sm" variant="light" mt={4} onClick={accept}>
            {offer.label}
          </Button>
        ) : null}
      </Notification>
    </Portal>
  );
}
