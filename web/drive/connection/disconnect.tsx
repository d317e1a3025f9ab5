import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';

/** Gives the account up, here and at Google. */
export function Disconnect({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const [isAsking, question] = useDisclosure(false);
  const disconnect = useMutation(
    api.drive.disconnect.mutationOptions({
      onSuccess: async ({ revoked }) => {
        if (revoked) toast.success('Google Drive disconnected');
        else {
          toast.note(
            'Google Drive disconnected',
            'Google did not answer. Remove Overfly at myaccount.google.com/permissions, too.',
          );
        }
        await queryClient.invalidateQueries({ queryKey: api.drive.key() });
      },
      onError: (error) => toast.failure('Failed to disconnect Google Drive', error),
      onSettled: question.close,
    }),
  );
  return (
    <>
      <Button variant="default" color="red" w="fit-content" onClick={question.open}>
        Disconnect
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Disconnect Google Drive"
        confirmLabel="Disconnect"
        isBusy={disconnect.isPending}
        onConfirm={() => disconnect.mutate({})}
        onClose={question.close}
      >
        <Text>
          Nobody can import from <strong>{email}</strong> until an account is connected again.
          Running imports stop. Imported files stay here.
        </Text>
      </ConfirmDialog>
    </>
  );
}
