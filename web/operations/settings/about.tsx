import { Box, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dateText } from '#domain/date-format.ts';
import { api } from '#web/lib/api.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';

export function About() {
  const query = useQuery(api.settings.about.queryOptions());
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load the system's facts" query={query} />;
  }
  if (!query.data) return <Skeleton height={320} aria-label="Loading" />;
  const { version, nodeVersion, database, storage, startedAt, licenses } = query.data;
  return (
    <Stack gap="lg">
      <Section title="About">
        <Box maw={560}>
          <Facts
            facts={[
              ['Overfly', version],
              ['License', 'MIT'],
              ['Database', database],
              ['Files', storage],
              ['Node.js', nodeVersion],
              ['Running since', dateText(startedAt, { dateStyle: 'medium', timeStyle: 'short' })],
            ]}
          />
        </Box>
      </Section>
      <Section title="Licenses of Packages">
        {licenses.map(({ name, packages }) => (
          <details key={name}>
            <summary>{name}</summary>
            <Text size="sm" c="dimmed">
              {packages}
            </Text>
          </details>
        ))}
      </Section>
    </Stack>
  );
}
