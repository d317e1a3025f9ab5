import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ProjectViewpoint } from '#domain/viewpoint-history.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { ViewpointMenu } from './viewpoint-menu.tsx';

export function ViewpointList({ projectId }: { projectId: string }) {
  const query = useQuery(api.viewpoints.list.queryOptions({ input: { projectId } }));
  if (query.isPending) return <Skeleton height={96} aria-label="Loading viewpoints" />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load the viewpoints" query={query} />;
  }
  const { viewpoints } = query.data;
  if (viewpoints.length === 0) {
    return (
      <Text c="dimmed">No viewpoints yet. They are created from photos with GPS positions.</Text>
    );
  }
  return (
    <Stack
      gap="xs"
      component="ul"
      aria-label="Viewpoints"
      m={0}
      p={0}
      mah={420}
      style={LIST_STYLE}
      tabIndex={0}
    >
      {viewpoints.map((viewpoint) => (
        <Row key={viewpoint.id} viewpoint={viewpoint} all={viewpoints} />
      ))}
    </Stack>
  );
}

type RowProps = { viewpoint: ProjectViewpoint; all: readonly ProjectViewpoint[] };

function Row({ viewpoint, all }: RowProps) {
  const { id, projectId, name, photoCount, isHidden } = viewpoint;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <TextLink to={ROUTES.operatorViewpoint} params={{ projectId, viewpointId: id }}>
          {name}
        </TextLink>
        <Text c="dimmed" size="sm" className="tabular">
          {photoCount > 0 ? counted(photoCount, 'photo') : "No photos, so clients don't see it"}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        {isHidden ? (
          <Badge variant="light" color="gray">
            Hidden
          </Badge>
        ) : null}
        <ViewpointMenu viewpoint={viewpoint} all={all} />
      </Group>
    </Group>
  );
}

const LIST_STYLE = { listStyle: 'none', overflowY: 'auto' } as const;
