import { Card, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

type SectionProps = {
  title: string;
  action?: ReactNode;
  /** What an address says behind '#' to lead here. */
  id?: string;
  className?: string | undefined;
  children: ReactNode;
};

/** Px that the header of the page takes at the top of the screen, and a gap. */
const BELOW_HEADER = 72;

/** A titled card of a screen. What fails to draw inside it leaves the rest of the screen usable. */
export function Section({ title, action, id, className, children }: SectionProps) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // It was not there yet when the router looked for it.
    if (id && window.location.hash === `#${id}`) card.current?.scrollIntoView();
  }, [id]);
  return (
    <Card
      component="section"
      ref={card}
      id={id}
      className={className}
      aria-labelledby={titleId}
      p={{ base: 'md', sm: 'lg' }}
      style={{ scrollMarginTop: BELOW_HEADER }}
    >
      <Group justify="space-between" mb="md">
        <Title order={2} id={titleId}>
          {title}
        </Title>
        <ErrorBoundary>{action}</ErrorBoundary>
      </Group>
      <ErrorBoundary>{children}</ErrorBoundary>
    </Card>
  );
}

type HeadedProps = { title: string; id: string; action?: ReactNode; children: ReactNode };

/** A titled part of a screen without a card of its own. `id` is of the heading. */
export function Headed({ title, id, action, children }: HeadedProps) {
  const heading = (
    <Title order={2} id={id}>
      {title}
    </Title>
  );
  return (
    <Stack component="section" gap="md" aria-labelledby={id}>
      {action ? (
        <Group justify="space-between">
          {heading}
          {action}
        </Group>
      ) : (
        heading
      )}
      {children}
    </Stack>
  );
}
