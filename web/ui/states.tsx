import { Button, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { loadErrorMessage } from '#web/lib/error-messages.ts';

type StateProps = {
  icon: TablerIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** False inside a card, which already has a frame. */
  isFramed?: boolean;
};

/** Not for failed loads. */
export const EmptyState = (props: StateProps) => <State {...props} />;

function State(props: StateProps & { color?: string; role?: 'alert' }) {
  const { icon: Icon, title, children, action, isFramed = true, color = 'gray', role } = props;
  return (
    <Paper withBorder={isFramed} p="xl" role={role}>
      <Stack align="center" gap="sm" py="lg" ta="center">
        <ThemeIcon variant="light" color={color} size={48}>
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

export type FailedQuery = { error: unknown; refetch: () => unknown; isFetching?: boolean };

type LoadedProps<Data> = {
  query: FailedQuery & { data: Data | undefined; isError: boolean };
  failed: string;
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
};

export function Loaded<Data>({ query, failed, waiting, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <LoadError title={failed} query={query} /> : waiting;
}

export const LoadError = ({ title, query }: { title: string; query: FailedQuery }) => (
  <State
    icon={IconAlertTriangle}
    color="red"
    role="alert"
    title={title}
    action={
      <Button variant="default" onClick={() => query.refetch()} loading={query.isFetching}>
        Retry
      </Button>
    }
  >
    {loadErrorMessage(query.error)}
  </State>
);
