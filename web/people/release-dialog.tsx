import { Text } from '@mantine/core';
import { nameOf, type Person } from '#domain/people.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type ReleaseDialogProps = {
  person: Person;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before somebody is unlinked from the provider that they sign in with. */
export function ReleaseDialog({ person, ...dialog }: ReleaseDialogProps) {
  return (
    <ConfirmDialog isOpen title="Unlink Sign-In" confirmLabel="Unlink" {...dialog}>
      <Text>
        <strong>{nameOf(person)}</strong> will be signed out everywhere. The next person who signs
        in with the verified address {person.email} is linked to this account.
      </Text>
    </ConfirmDialog>
  );
}
