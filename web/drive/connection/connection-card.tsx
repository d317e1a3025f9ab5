import {
  Alert,
  Skeleton,
  Stack,
  Text,
  Button,
  ActionIcon,
  Group,
  List,
  TextInput,
} from '@mantine/core';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { DriveConnection } from '#domain/drive.ts';
import { api } from '#web/lib/api.ts';
import { dateTime } from '#web/lib/formats.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { ConnectButton } from './connect-button.tsx';
import { ConnectionExpired } from './drive-gate.tsx';
import { useDisclosure } from '@mantine/hooks';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';
import { IconCopy } from '@tabler/icons-react';
import { copyText } from '#web/ui/copy-text.ts';

export function ConnectionCard() {
  const query = useQuery(api.drive.status.queryOptions({}));
  const { data } = query;
  return (
    <Section title="Google Drive">
      {query.isPending ? <Skeleton height={160} aria-label="Loading Google Drive" /> : null}
      {query.isError && !data ? (
        <LoadError title="Failed to initialize Google Drive integration" query={query} />
      ) : null}
      {data?.connection ? <ConnectedAccount connection={data.connection} /> : null}
      {data && !data.connection ? <SetupInstructions {...data} /> : null}
    </Section>
  );
}

/** Times are in the reader's time zone, because the connection doesn't belong to a project. */
function ConnectedAccount({ connection }: { connection: DriveConnection }) {
  const { kind, email, name, scopes, canSave, connectedAt, connectedBy, lastUsedAt, expired } =
    connection;
  const isAccount = kind === 'account';
  return (
    <Stack gap="md" maw={640}>
      {expired && isAccount ? <ConnectionExpired /> : null}
      <Facts
        facts={[
          [isAccount ? 'Account' : 'Service account', name ? `${name} (${email})` : email],
          ['Permissions', scopes.map(scopeLabel).join(' · ')],
          ...(connectedAt
            ? [
                [
                  'Connected',
                  `${dateTime(connectedAt)}${connectedBy ? ` by ${connectedBy}` : ''}`,
                ] as const,
              ]
            : []),
          ['Last used', lastUsedAt ? dateTime(lastUsedAt) : 'Never'],
        ]}
      />
      {isAccount ? null : (
        <Text size="sm">
          To use a folder's link here, share the folder with <strong>{email}</strong> in Google
          Drive.
        </Text>
      )}
      {isAccount && !canSave && !expired ? (
        <Alert color="yellow" title="Can't save submissions to Drive">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              This account doesn't have permission to add files. You can still import files.
            </Text>
            <ConnectButton label="Connect Again" variant="default" />
          </Stack>
        </Alert>
      ) : null}
      {isAccount ? <Disconnect email={email} /> : null}
    </Stack>
  );
}

function Disconnect({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const [isAsking, question] = useDisclosure(false);
  const disconnect = useMutation(
    api.drive.disconnect.mutationOptions({
      onSuccess: async ({ revoked }) => {
        if (revoked) toast.success('Google Drive disconnected');
        else {
          toast.note(
            'Google Drive disconnected',
            "Google didn't respond. Also remove Overfly at myaccount.google.com/permissions.",
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
          Staff can't import from Google Drive until an account is connected again. Imports from{' '}
          <strong>{email}</strong> that are running will stop. Files already imported are kept.
        </Text>
      </ConfirmDialog>
    </>
  );
}

/** Meaning of Google's scopes, from developers.google.com/workspace/drive/api/guides/api-specific-auth. */
const SCOPE_LABELS: Record<string, string> = {
  'drive.readonly': 'See and download all files',
  'drive.file': 'Add files and see the files it added',
  drive: 'See, edit and add all files',
  'drive.metadata.readonly': 'See file names',
};
const PROFILE_SCOPES = ['openid', 'email', 'profile', 'userinfo.email', 'userinfo.profile'];

export function scopeLabel(scope: string): string {
  const name = scope.slice(scope.lastIndexOf('/') + 1);
  return SCOPE_LABELS[name] ?? (PROFILE_SCOPES.includes(name) ? 'See your email address' : scope);
}

type SetupInstructionsProps = { missing: readonly string[]; redirectUrl: string };

function SetupInstructions({ missing, redirectUrl }: SetupInstructionsProps) {
  if (missing.length === 0) {
    return (
      <Stack gap="md" align="flex-start">
        <Text>
          No account is connected. Connect the Google account where you keep your flight files. All
          staff can then import photos, videos and documents from its folders. Nobody sees the
          account's password or key.
        </Text>
        <ConnectButton />
      </Stack>
    );
  }
  return (
    <Stack gap="md">
      <Text>
        Google Drive isn't set up yet. An admin can do it once at console.cloud.google.com:
      </Text>
      <List type="ordered" spacing="xs" size="sm">
        <List.Item>Create a project and turn on the Google Drive API.</List.Item>
        <List.Item>
          Create an OAuth client of type “Web application” with this redirect URI:
        </List.Item>
      </List>
      <CopyField label="Redirect URI" value={redirectUrl} />
      <List type="ordered" start={3} spacing="xs" size="sm">
        <List.Item>Enter its client ID and secret below, then connect your account.</List.Item>
      </List>
      <Text c="dimmed" size="sm">
        To use a service account instead, enter its key below. All steps are in the operator's
        guide, docs/operate.md.
      </Text>
    </Stack>
  );
}

const CopyField = ({ label, value }: { label: string; value: string }) => (
  <Group gap="xs" align="flex-end" wrap="nowrap">
    <TextInput label={label} value={value} readOnly flex={1} />
    <ActionIcon
      variant="default"
      size={36}
      aria-label={`Copy ${label}`}
      onClick={() => void copyText(value, `${label} copied to clipboard`)}
    >
      <IconCopy size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  </Group>
);
