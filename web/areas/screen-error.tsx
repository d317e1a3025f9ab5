import { Container } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { LoadError } from '#web/ui/states.tsx';

/** A screen that failed to come or to draw, e.g. after an update of the server: load the page anew. */
export function ScreenError({ error }: ErrorComponentProps) {
  return (
    <Container size="sm" py="xl">
      <LoadError
        title="Failed to load this page"
        query={{ error, refetch: () => window.location.reload() }}
      />
    </Container>
  );
}
