import { Button, Center, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorMessage, isRefused } from '#web/lib/error-messages.ts';

type NotAvailableProps = {
  title: string;
  /** What to say when the server knows no such thing. */
  missing: string;
  error: unknown;
  onRetry: () => void;
  /** Where to go instead. */
  action?: ReactNode;
};

/** In the place of a screen whose subject cannot be shown: it is not there, or could not be loaded. */
export function NotAvailable({ title, missing, error, onRetry, action }: NotAvailableProps) {
  const isMissing = isRefused(error);
  return (
    <Center mih="50vh" role="alert">
      <Stack align="center" gap="xs" ta="center" maw={480}>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">{isMissing ? missing : errorMessage(error)}</Text>
        <Group mt="md">
          {isMissing ? null : (
            <Button variant="default" onClick={onRetry}>
              Retry
            </Button>
          )}
          {action}
        </Group>
      </Stack>
    </Center>
  );
}
