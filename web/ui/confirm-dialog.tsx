import { Modal, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isTypedName, projectNameOf } from '#domain/projects.ts';
import { DialogForm } from './dialog-buttons.tsx';

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  isBusy: boolean;
  isDisabled?: boolean;
  /** Must be typed first; `noun` is what it names. */
  typed?: { noun: string; name: string };
  onConfirm: (typed: string) => void;
  onClose: () => void;
};

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, confirmLabel, isBusy, isDisabled, onConfirm, onClose } = props;
  const [typed, setTyped] = useState('');
  const name = props.typed?.name ?? '';
  const isMatching = isTypedName(typed, name);
  const isWrong = !isMatching && !projectNameOf(name).startsWith(projectNameOf(typed));
  return (
    <Modal opened={isOpen} onClose={onClose} title={title}>
      <DialogForm
        onSubmit={() => onConfirm(typed.trim())}
        gap="lg"
        label={confirmLabel}
        isBusy={isBusy}
        isDisabled={isDisabled === true || !isMatching}
        isDangerous
        onCancel={onClose}
      >
        <div>{children}</div>
        {props.typed ? (
          <TextInput
            label={`Type "${name}" to confirm`}
            autoComplete="off"
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={isWrong && `Please type the ${props.typed.noun} name exactly as shown.`}
          />
        ) : null}
      </DialogForm>
    </Modal>
  );
}
