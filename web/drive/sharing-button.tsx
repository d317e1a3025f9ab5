import { ActionIcon, Alert, Anchor, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconWorld } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DrivePublicity } from '#domain/drive.ts';
import { api } from '#web/lib/api.ts';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { useShowProblem } from './problem.ts';

type SharedFile = { driveFileId: string; resourceKey: string | null };
type SharingButtonProps = SharedFile & { name: string };

const inputOf = ({ driveFileId, resourceKey }: SharedFile) => ({
  driveFileId,
  ...(resourceKey ? { resourceKey } : {}),
});

/**
 * Whether the file is public. Prefers the state last loaded by the file's dialog, because the one in the list may be
 * older.
 */
export function useIsPublic(shared: SharedFile, listed: boolean): boolean {
  const options = api.drive.getSharing.queryOptions({ input: inputOf(shared), enabled: false });
  return useQuery(options).data?.isPublic ?? listed;
}

export function SharingButton({ driveFileId, resourceKey, name }: SharingButtonProps) {
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Drive sharing for ${name}`}
        title="Drive sharing"
        onClick={dialog.open}
      >
        <IconWorld size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Modal opened={isOpen} onClose={dialog.close} title="Sharing in Google Drive">
        <SharingDialog
          name={name}
          input={inputOf({ driveFileId, resourceKey })}
          onClose={dialog.close}
        />
      </Modal>
    </>
  );
}

type SharingDialogProps = {
  name: string;
  input: { driveFileId: string; resourceKey?: string };
  onClose: () => void;
};

function SharingDialog({ name, input, onClose }: SharingDialogProps) {
  const query = useQuery(api.drive.getSharing.queryOptions({ input, staleTime: 0 }));
  if (query.isPending) return <Skeleton height={140} aria-label="Loading the sharing settings" />;
  if (!query.data) return <LoadError title="Failed to load the sharing settings" query={query} />;
  return <SharingForm name={name} input={input} publicity={query.data} onClose={onClose} />;
}

function SharingForm({
  name,
  input,
  publicity,
  onClose,
}: SharingDialogProps & { publicity: DrivePublicity }) {
  const { isPublic, canChange, url } = publicity;
  const queryClient = useQueryClient();
  const showProblem = useShowProblem();
  const change = useMutation({
    mutationFn: () => (isPublic ? api.drive.makePrivate : api.drive.makePublic).call(input),
    onSuccess: (changed) => {
      queryClient.setQueryData(api.drive.getSharing.queryKey({ input }), changed);
      toast.success(
        changed.isPublic ? 'Public in Drive' : 'No longer public in Drive',
        changed.isPublic
          ? `Anyone with the link can open ${name}.`
          : `Only people with access in Drive can open ${name}.`,
      );
      onClose();
    },
    onError: (error) => showProblem(error, 'Failed to change the sharing in Google Drive'),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>
          {isPublic ? 'Anyone with the link' : 'Only people with access'} can open{' '}
          <strong>{name}</strong> in Google Drive.{' '}
          <Anchor href={url} target="_blank" rel="noreferrer">
            Open File
          </Anchor>
        </Text>
        {canChange && !isPublic ? (
          <Alert color="yellow" title="This makes the file public">
            Anyone with the link can open and share the file without signing in, until you make it
            private again. Clients don't need this: they already see imported files.
          </Alert>
        ) : null}
        {canChange && isPublic ? (
          <Text c="dimmed" size="sm">
            If you make it private, only people with access in Drive can open it. Links you sent to
            others stop working.
          </Text>
        ) : null}
        {canChange ? null : (
          <Text c="dimmed" size="sm">
            The connected account can't change this. Change it in Google Drive, under Share.
          </Text>
        )}
        {canChange ? (
          <DialogButtons
            label={isPublic ? 'Make Private' : 'Make Public in Drive'}
            isBusy={change.isPending}
            isDangerous={!isPublic}
            onCancel={onClose}
          />
        ) : null}
      </Stack>
    </form>
  );
}
