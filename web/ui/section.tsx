import { Card, Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

type SectionProps = {
  title: string;
  action?: ReactNode;
  /** The URL fragment that scrolls to this section. */
  id?: string;
  className?: string | undefined;
  children: ReactNode;
};

/** Height in px of the sticky header plus a gap. */
const BELOW_HEADER = 72;

/** Rendering errors stay inside the card. */
export function Section({ title, action, id, className, children }: SectionProps) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // The router looked for the fragment before this element existed.
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

/** A section without a card. `id` goes on the heading. */
export function HeadedSection({ title, id, action, children }: HeadedProps) {
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
