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
  if (connection?.expired) return <Expired />;
  if (connection) return children(connection);
  return missing.length > 0 ? <NotSetUp missing={missing} /> : <NotConnected />;
}

export const Expired = () => (
  <Alert color="yellow" title={errorText('DRIVE_EXPIRED')}>
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        Google no longer accepts the connection. Connect the account again to continue. Imported
        files stay here.
      </Text>
      <ConnectButton label="Connect Again" />
    </Stack>
  </Alert>
);

const NotConnected = () => (
  <Stack gap="sm" align="flex-start">
    <Text>
      Connect the Google account that holds your flights. Its photos, videos and documents are then
      imported here like an upload. Overfly changes nothing in your Drive unless you ask it to.
    </Text>
    <ConnectButton />
  </Stack>
);

function NotSetUp({ missing }: { missing: readonly string[] }) {
  return (
    <Alert color="gray" title="Google Drive is not set up on this server">
      <Text size="sm">
        The server administrator sets <SettingNames names={missing} /> and restarts it.
      </Text>
      <Group mt="xs">
        <TextLink to={ROUTES.settings} size="sm">
          How to set it up
        </TextLink>
      </Group>
    </Alert>
  );
}

/** Formatted names of server settings: 'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'. */
export const SettingNames = ({ names }: { names: readonly string[] }) =>
  names.map((name, index) => (
    <span key={name}>
      {index > 0 ? ' and ' : ''}
      <code>{name}</code>
    </span>
  ));
