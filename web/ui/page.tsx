import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorBoundaries } from './error-boundary.tsx';
import { usePageTitle } from './page-title.ts';

type PageProps = {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

export function Page({ title, subtitle, actions, children }: PageProps) {
  usePageTitle(title);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <div>
          <Title order={1}>{title}</Title>
          {subtitle ? <Text c="dimmed">{subtitle}</Text> : null}
        </div>
        <ErrorBoundaries>{actions ? <Group gap="xs">{actions}</Group> : null}</ErrorBoundaries>
      </Group>
      <ErrorBoundaries>{children}</ErrorBoundaries>
    </Stack>
  );
}
