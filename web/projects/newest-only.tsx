import { Text } from '@mantine/core';
import { MAX_PROJECTS } from '#domain/project-status.ts';
import { count } from '#web/lib/formats.ts';

/** Shown below a list of `shown` projects if the list is at its limit, because older projects may be missing. */
export function NewestOnly({ shown, p }: { shown: number; p?: 'md' }) {
  if (shown < MAX_PROJECTS) return null;
  return (
    <Text c="dimmed" size="xs" p={p}>
      Showing the newest {count(MAX_PROJECTS)} projects.
    </Text>
  );
}
