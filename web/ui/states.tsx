import { Button, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { errorMessage } from '#web/lib/error-messages.ts';

type EmptyStateProps = {
  icon: TablerIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** Inside a card, which already has a frame. */
  isFramed?: boolean;
};

/** A list that is truly empty. Never shown for a failed load. */
export function EmptyState(props: EmptyStateProps) {
  const { icon: Icon, title, children, action, isFramed = true } = props;
  return (
    <Paper withBorder={isFramed} p="xl">
      <Stack align="center" gap="sm" py="lg" ta="center">
        <ThemeIcon variant="light" color="gray" size={48}>
          <Icon size={24} stroke={1.5} aria-hidden />
        </ThemeIcon>
        <Title order={2}>{title}</Title>
        {children ? (
          <Text c="dimmed" maw={420}>
            {children}
          </Text>
        ) : null}
        {action}
      </Stack>
    </Paper>
  );
}

type LoadErrorProps = { title: string; error: unknown; onRetry: () => void; isRetrying?: boolean };

/** A load that failed: `title` says what, the error says why, and it can be tried again. */
export function LoadError({ title, error, onRetry, isRetrying = false }: LoadErrorProps) {
  return (
    <Paper withBorder p="xl" role="alert">
      <Stack align="center" gap="sm" py="lg" ta="center">
        <ThemeIcon variant="light" color="red" size={48}>
          <IconAlertTriangle size={24} stroke={1.5} aria-hidden />
        </ThemeIcon>
        <Title order={2}>{title}</Title>
        <Text c="dimmed" maw={420}>
          {errorMessage(error)}
        </Text>
        <Button variant="default" onClick={onRetry} loading={isRetrying}>
          Retry
        </Button>
      </Stack>
    </Paper>
  );
}
