import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogForm } from './dialog-buttons.tsx';

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
      <DialogForm
        onSubmit={onConfirm}
        gap="lg"
        label={confirmLabel}
        isBusy={isBusy}
        isDisabled={isDisabled}
        isDangerous
        onCancel={onClose}
      >
        <div>{children}</div>
      </DialogForm>
    </Modal>
  );
}
