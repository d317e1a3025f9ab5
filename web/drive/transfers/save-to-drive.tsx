import { Anchor, Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconBrandGoogleDrive } from '@tabler/icons-react';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DriveConnection, DriveSave } from '#domain/drive.ts';
import { api } from '#web/lib/api.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { ROUTES } from '#web/lib/paths.ts';
import { Section } from '#web/ui/section.tsx';
import { TransferCard } from './transfer-card.tsx';
import { isActive } from './transfer-text.ts';
import { useShowProblem } from '../problem.ts';

const POLL_MS = 2000;

const options = (submissionId: string) =>
  api.driveTransfers.saves.queryOptions({ input: { submissionId } });

/** Exports to Google Drive, newest first; polled while one is running. */
const useDriveSaves = (submissionId: string) =>
  useQuery({
    ...options(submissionId),
    refetchInterval: ({ state }) => (state.data?.saves.some(isActive) ? POLL_MS : false),
  });

function useSave(submissionId: string) {
  const queryClient = useQueryClient();
  const { queryKey } = options(submissionId);
  const showProblem = useShowProblem();
  const outcome = {
    onSuccess: async (changed: DriveSave) => {
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, (old) => ({
        saves: [changed, ...(old?.saves.filter(({ id }) => id !== changed.id) ?? [])],
      }));
    },
    onError: (error: unknown) => showProblem(error, 'Failed to save to Google Drive'),
  };
  const save = useMutation(api.driveTransfers.save.mutationOptions(outcome));
  const cancel = useMutation(api.driveTransfers.cancelSave.mutationOptions(outcome));
  return { save, cancel };
}

/**
 * Exports a published submission's originals to a Google Drive folder. Hidden if no account is connected and nothing
 * has been exported.
 */
export function SaveToDrive({ submissionId }: { submissionId: string }) {
  const status = useQuery(api.drive.status.queryOptions({}));
  const connection = status.data?.connection ?? null;
  const { data } = useDriveSaves(submissionId);
  const { save, cancel } = useSave(submissionId);
  const [isOpen, dialog] = useDisclosure(false);
  const latest = data?.saves[0];
  if (!connection && !latest) return null;
  const saveAgain = () => save.mutate({ submissionId, folder: null });
  return (
    <Section title="Save to Drive">
      <Stack gap="md">
        {latest ? (
          <TransferCard
            kind="save"
            transfer={latest}
            place={
              latest.folder ? (
                <Anchor href={latest.folder.url} target="_blank" rel="noreferrer" inherit>
                  {latest.folder.name}
                </Anchor>
              ) : null
            }
            isBusy={save.isPending || cancel.isPending}
            onCancel={() => cancel.mutate({ id: latest.id })}
            onRetry={saveAgain}
          />
        ) : (
          <Text size="sm">Copy all originals to a folder in your Google Drive.</Text>
        )}
        {connection && !(latest && hasOwnButton(latest)) ? (
          <SaveButton
            connection={connection}
            isAgain={latest !== undefined}
            isBusy={save.isPending}
            onPress={latest ? saveAgain : dialog.open}
          />
        ) : null}
      </Stack>
      <Modal opened={isOpen} onClose={dialog.close} title="Save to Drive">
        <FolderForm
          email={connection?.email ?? ''}
          isBusy={save.isPending}
          onSave={(folder) => save.mutate({ submissionId, folder }, { onSuccess: dialog.close })}
          onClose={dialog.close}
        />
      </Modal>
    </Section>
  );
}

/** Whether the transfer card already has a button to cancel or retry. */
const hasOwnButton = (save: DriveSave) => isActive(save) || save.state === 'stopped';

type SaveButtonProps = {
  connection: DriveConnection;
  isAgain: boolean;
  isBusy: boolean;
  onPress: () => void;
};

function SaveButton({ connection, isAgain, isBusy, onPress }: SaveButtonProps) {
  const { canSave, expired } = connection;
  if (!canSave || expired) {
    return (
      <Text c="dimmed" size="sm">
        {expired
          ? 'The connection to Google Drive has expired.'
          : "The connected account doesn't have permission to add files."}{' '}
        Connect it again in the{' '}
        <TextLink to={ROUTES.settingsSection} params={{ section: 'drive' }} inherit>
          settings
        </TextLink>
        .
      </Text>
    );
  }
  return (
    <Button
      variant="default"
      leftSection={<IconBrandGoogleDrive size={16} stroke={1.75} aria-hidden />}
      loading={isBusy}
      onClick={onPress}
    >
      {isAgain ? 'Save New Files to Drive' : 'Save to Drive'}
    </Button>
  );
}

type FolderFormProps = {
  email: string;
  isBusy: boolean;
  onSave: (folder: string | null) => void;
  onClose: () => void;
};

function FolderForm({ email, isBusy, onSave, onClose }: FolderFormProps) {
  const form = useForm({ initialValues: { folder: '' } });
  return (
    <DialogForm
      onSubmit={form.onSubmit(({ folder }) => onSave(folder.trim() || null))}
      label="Save to Drive"
      isBusy={isBusy}
      onCancel={onClose}
    >
      <Text>
        This copies all originals in this submission to the Google Drive of <strong>{email}</strong>
        . Nobody else gets access to them there.
      </Text>
      <TextInput
        label="Folder Link (optional)"
        description="Leave this empty to create a folder for this submission. Google may reject folders that Overfly didn't create."
        placeholder="https://drive.google.com/drive/folders/…"
        maxLength={2000}
        {...form.getInputProps('folder')}
      />
    </DialogForm>
  );
}
