import { Group, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import classes from './client-view-bar.module.css';

/** Says that this is what clients see, with the ways through it and back. */
export function ClientViewBar() {
  const { id, projectId = id } = useParams({ strict: false });
  return (
    <nav className={`${classes.bar} screen-only`} aria-label="Client View">
      <Text fw={600} size="sm">
        Client View
      </Text>
      <Group gap="md">
        <TextLink size="sm" to={ROUTES.dashboard}>
          Dashboard
        </TextLink>
        <TextLink size="sm" to={ROUTES.projects}>
          Projects
        </TextLink>
        <TextLink size="sm" to={ROUTES.downloads}>
          Downloads
        </TextLink>
      </Group>
      {projectId ? (
        <TextLink size="sm" to={ROUTES.operatorProject} params={{ projectId }} ms="auto">
          Back to the project
        </TextLink>
      ) : (
        <TextLink size="sm" to={ROUTES.operator} ms="auto">
          Back to the overview
        </TextLink>
      )}
    </nav>
  );
}
