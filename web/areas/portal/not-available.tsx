import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { isOffline, isRefused, loadErrorMessage } from '#web/lib/error-messages.ts';
import { usePageTitle } from '#web/ui/page-title.ts';
import type { FailedQuery } from '#web/ui/states.tsx';

type NotAvailableProps = {
  title: string;
  /** Message to show if the server responds "not found". */
  missing: string;
  /** Title for other errors, on screens that have their own wording. */
  failed?: string;
  query: FailedQuery;
  action?: ReactNode;
};

export function NotAvailable({ title, missing, failed, query, action }: NotAvailableProps) {
  const isMissing = isRefused(query.error);
  const heading = isOffline(query.error) ? 'No Connection' : title;
  usePageTitle(heading);
  return (
    <Center mih="50vh" role="alert">
      <Stack align="center" gap="xs" ta="center" maw={480}>
        <Title order={1}>{heading}</Title>
        {failed && heading === title && !isMissing ? <Text fw={500}>{failed}</Text> : null}
        <Text c="dimmed">{isMissing ? missing : loadErrorMessage(query.error)}</Text>
        <Group mt="md">
          {isMissing ? null : (
            <Button variant="default" onClick={() => query.refetch()} loading={query.isFetching}>
              Retry
            </Button>
          )}
          {action}
        </Group>
      </Stack>
    </Center>
  );
}
