import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DriveConnection } from '#domain/drive.ts';
import { api } from '#web/lib/api.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { errorText } from '../problem.ts';
import { ConnectButton } from './connect-button.tsx';

type DriveGateProps = { children: (connection: DriveConnection) => ReactNode };

export function DriveGate({ children }: DriveGateProps) {
  const query = useQuery(api.drive.status.queryOptions({}));
  if (query.isPending) return <Skeleton height={120} aria-label="Loading Google Drive" />;
  if (!query.data) {
    return <LoadError title="Failed to initialize Google Drive integration" query={query} />;
  }
  const { missing, connection } = query.data;
  if (connection?.expired) return <ConnectionExpired />;
  if (connection) return children(connection);
  return missing.length > 0 ? <SetupNotice /> : <ConnectPrompt />;
}

export const ConnectionExpired = () => (
  <Alert color="yellow" title={errorText('DRIVE_EXPIRED')}>
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        Google no longer accepts this connection. Connect the account again to continue. Files
        already imported are kept.
      </Text>
      <ConnectButton label="Connect Again" />
    </Stack>
  </Alert>
);

const ConnectPrompt = () => (
  <Stack gap="sm" align="flex-start">
    <Text>
      Connect the Google account where you keep your flight files, then import its photos, videos
      and documents here. Overfly doesn't change anything in your Drive unless you ask it to.
    </Text>
    <ConnectButton />
  </Stack>
);

const SetupNotice = () => (
  <Alert color="gray" title="Google Drive isn't set up yet">
    <Text size="sm">An admin can set it up in the settings, without a restart.</Text>
    <Group mt="xs">
      <TextLink to={ROUTES.settingsSection} params={{ section: 'drive' }} size="sm">
        Google Drive Settings
      </TextLink>
    </Group>
  </Alert>
);
