import { Alert, Box, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { placeOf } from '#web/maps/project-map/located.ts';
import { ProjectMap } from '#web/maps/project-map/project-map.tsx';

const TYPING_MS = 800;

/** The map as clients would see it with the typed values. */
export function MapPreview({ values }: { values: Readonly<Record<string, string>> }) {
  const [typed] = useDebouncedValue(values, TYPING_MS);
  const input = {
    values: Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text || null])),
  };
  const { data, error } = useQuery(
    api.settings.previewMap.queryOptions({ input, retry: false, staleTime: Infinity }),
  );
  const projects = useQuery(api.projects.list.queryOptions({ input: {} })).data?.projects;
  return (
    <div>
      <Text size="sm" mb="xs">
        Without a tile URL, Mapbox token or PMTiles file, Overfly shows an outline map.
      </Text>
      <Box mih={320} aria-live="polite" style={{ '--map-height': '320px' }}>
        {error ? (
          <Alert color="yellow" title="No Preview">
            {errorMessage(error)}
          </Alert>
        ) : null}
        {data ? (
          <ProjectMap
            key={data.preview}
            preview={data.preview}
            projects={projects?.some(placeOf) ? projects : undefined}
            orthophotos={[]}
            selectedId={undefined}
            focus={null}
            onSelect={() => {}}
          />
        ) : null}
      </Box>
    </div>
  );
}
