import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type LeaveGuardProps = {
  isDirty: boolean;
  /** Saves before one leaves; null when that waits for a person. Answers whether all is saved. */
  onLeave: (() => Promise<boolean>) | null;
};

/** Asks before unsaved details are left behind in the app. This browser keeps them in any case. */
export function LeaveGuard({ isDirty, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !(await onLeave?.()),
    enableBeforeUnload: false,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title="Leave Without Saving?"
      confirmLabel="Leave"
      isBusy={false}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <Text>The details have unsaved changes. This browser keeps them until you come back.</Text>
    </ConfirmDialog>
  );
}
