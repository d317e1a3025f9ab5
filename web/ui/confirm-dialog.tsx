import { Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogButtons } from './dialog-buttons.tsx';

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  isBusy: boolean;
  isDisabled?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirmLabel, isBusy, isDisabled, onConfirm, onClose } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDisabled) onConfirm();
        }}
      >
        <Stack gap="lg">
          <div>{children}</div>
          <DialogButtons
            label={confirmLabel}
            isBusy={isBusy}
            isDisabled={isDisabled}
            isDangerous
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
