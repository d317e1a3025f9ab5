import { Button, Card, Group } from '@mantine/core';
import type { ReactNode } from 'react';

type RetryCardProps = {
  label: string;
  /** What to retry, for screen readers. */
  subjectName: string;
  isBusy: boolean;
  onRetry: () => void;
  children: ReactNode;
};

export function RetryCard({ label, subjectName, isBusy, onRetry, children }: RetryCardProps) {
  return (
    <Card padding="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, flex: '1 1 240px', overflowWrap: 'anywhere' }}>{children}</div>
        <Button variant="default" size="xs" loading={isBusy} onClick={onRetry}>
          {label}
          <span className="visually-hidden">: {subjectName}</span>
        </Button>
      </Group>
    </Card>
  );
}
