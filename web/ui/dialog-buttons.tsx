import { Button, Group } from '@mantine/core';

type DialogButtonsProps = {
  /** What the dialog does, on the button that submits its form. */
  label: string;
  isBusy: boolean;
  isDisabled?: boolean | undefined;
  /** Of what cannot be taken back. */
  isDangerous?: boolean;
  onCancel: () => void;
};

/** The end of the form in a dialog. */
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
