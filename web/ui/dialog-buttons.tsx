import { Button, Group, type MantineSpacing, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

type DialogButtonsProps = {
  /** What the dialog does, on the button that submits its form. */
  label: string;
  isBusy: boolean;
  isDisabled?: boolean | undefined;
  isDangerous?: boolean;
  onCancel: () => void;
};

export function DialogButtons(props: DialogButtonsProps) {
  const { label, isBusy, isDisabled, isDangerous, onCancel } = props;
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        color={isDangerous ? 'red' : undefined}
        loading={isBusy}
        disabled={isDisabled}
      >
        {label}
      </Button>
    </Group>
  );
}

type DialogFormProps = DialogButtonsProps & {
  onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>;
  gap?: MantineSpacing;
  children: ReactNode;
};

/** The form of a dialog: its fields, and the buttons at its end. */
export function DialogForm({ onSubmit, gap = 'md', children, ...buttons }: DialogFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!buttons.isDisabled) onSubmit(event);
      }}
    >
      <Stack gap={gap}>
        {children}
        <DialogButtons {...buttons} />
      </Stack>
    </form>
  );
}
