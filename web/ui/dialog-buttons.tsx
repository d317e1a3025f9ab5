import { Button, Group } from '@mantine/core';

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
