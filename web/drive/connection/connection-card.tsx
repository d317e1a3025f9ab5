import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DriveConnection } from '#domain/drive.ts';
import { api } from '#web/lib/api.ts';
import { dateTime } from '#web/lib/formats.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { ConnectButton } from './connect-button.tsx';
import { Disconnect } from './disconnect.tsx';
import { Expired } from './drive-gate.tsx';
import { scopeLabel } from './scope-labels.ts';
import { SetUp } from './set-up.tsx';

/** The account of Google Drive that files are imported from: whose it is, what it may do, and its end. */
export function ConnectionCard() {
  const query = useQuery(api.drive.status.queryOptions({}));
  const { data } = query;
  return (
    <Section title="Google Drive">
      {query.isPending ? <Skeleton height={160} aria-label="Loading Google Drive" /> : null}
      {query.isError && !data ? (
        <LoadError title="Failed to initialize Google Drive integration" query={query} />
      ) : null}
      {data?.connection ? <Connected connection={data.connection} /> : null}
      {data && !data.connection ? <SetUp {...data} /> : null}
    </Section>
  );
}

/** Times are of the reader's own clock: they belong to no site. */
function Connected({ connection }: { connection: DriveConnection }) {
  const { kind, email, name, scopes, canSave, connectedAt, connectedBy, lastUsedAt, expired } =
    connection;
  const isAccount = kind === 'account';
  return (
    <Stack gap="md" maw={640}>
      {expired && isAccount ? <Expired /> : null}
      <Facts
        facts={[
          [isAccount ? 'Account' : 'Service account', name ? `${name} (${email})` : email],
          ['May do', scopes.map(scopeLabel).join(' · ')],
          ...(connectedAt
            ? [
                [
                  'Connected',
                  `${dateTime(connectedAt)}${connectedBy ? ` by ${connectedBy}` : ''}`,
                ] as const,
              ]
            : []),
          ['Last used', lastUsedAt ? dateTime(lastUsedAt) : 'Not yet'],
        ]}
      />
      {isAccount ? null : (
        <Text size="sm">
          Share a folder with <strong>{email}</strong> in Google Drive, and its link works here. The
          key of this account is a setting of the server.
        </Text>
      )}
      {isAccount && !canSave && !expired ? (
        <Alert color="yellow" title="Submissions cannot be saved to Drive">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              This account was connected without permission to add files. Importing works.
            </Text>
            <ConnectButton label="Connect Again" variant="default" />
          </Stack>
        </Alert>
      ) : null}
      {isAccount ? <Disconnect email={email} /> : null}
    </Stack>
  );
}
