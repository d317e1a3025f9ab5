import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type LeaveGuardProps = {
  isDirty: boolean;
  /**
   * Saves before leaving; resolves to whether everything is saved. Null if saving needs the person's input. Left out if
   * the changes are lost, also by reloading.
   */
  onLeave?: (() => Promise<boolean>) | null;
  text: string;
};

/** Asks before leaving a screen with unsaved changes. */
export function LeaveGuard({ isDirty, onLeave, text }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      isDirty && current.pathname !== next.pathname && !(await onLeave?.()),
    enableBeforeUnload: isDirty && onLeave === undefined,
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
      <Text>{text}</Text>
    </ConfirmDialog>
  );
}
