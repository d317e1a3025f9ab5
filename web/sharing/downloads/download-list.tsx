import { Skeleton, Stack, Title } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { DownloadCard } from './download-card.tsx';
import classes from './downloads.module.css';

/** What the person has chosen to download before. */
export function DownloadList() {
  return (
    <Stack component="section" gap="md" aria-labelledby="past-downloads">
      <Title order={2} id="past-downloads">
        Your Downloads
      </Title>
      <Downloads />
    </Stack>
  );
}

function Downloads() {
  const query = useQuery(api.downloads.list.queryOptions());
  if (query.isPending) return <Skeleton height={160} aria-label="Loading your downloads" />;
  if (query.isError && !query.data)
    return <LoadError title="Failed to load your downloads" query={query} />;
  const { downloads } = query.data;
  if (downloads.length === 0) {
    return (
      <EmptyState icon={IconFileZip} title="No downloads yet">
        Your downloads are listed here, with their contents and progress.
      </EmptyState>
    );
  }
  return (
    <ul className={classes.list} aria-label="Your downloads">
      {downloads.map((download) => (
        <DownloadCard key={download.id} download={download} />
      ))}
    </ul>
  );
}
