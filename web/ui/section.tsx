import { Card, Group, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

type SectionProps = { title: string; action?: ReactNode; children: ReactNode };

/** A titled card of a screen. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" mb="md">
        <Title order={2} id={id}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Card>
  );
}
