import { Button, Group, type MantineSpacing, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

type DialogButtonsProps = {
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
