import { Card, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '#web/lib/api.ts';
import { NotAdded } from './not-added.tsx';
import { unfinishedUploads } from './upload-item.ts';
import type { UploadQueue } from './upload-queue.ts';
import { standaloneQueues, watchUploads } from './upload-queues.ts';
import { UploadCard } from './upload-card.tsx';

const homes = () =>
  standaloneQueues()
    .filter(([, queue]) => queue.snapshot().items.length > 0)
    .map(([home]) => home)
    .join('\n');

/** What is on its way to the files of no submission, and what was not taken of it. */
export function StandaloneUploads() {
  const shown = useSyncExternalStore(watchUploads, homes).split('\n');
  const { data } = useQuery(api.uploads.listStandalone.queryOptions());
  const queues = standaloneQueues();
  const items = queues.flatMap(([, queue]) => queue.snapshot().items);
  const unfinished = unfinishedUploads(data?.uploads ?? [], items);
  const visible = queues.filter(([home]) => shown.includes(home));
  if (visible.length === 0 && unfinished.length === 0) return null;
  return (
    <Stack gap="md">
      {visible.map(([home, queue]) => (
        <Batch key={home} queue={queue} />
      ))}
      {unfinished.length > 0 ? (
        <Card padding="md">
          <NotAdded queue={null} items={[]} unfinished={unfinished} />
        </Card>
      ) : null}
    </Stack>
  );
}

function Batch({ queue }: { queue: UploadQueue }) {
  const snapshot = useSyncExternalStore(queue.watch, queue.snapshot);
  return <UploadCard queue={queue} snapshot={snapshot} unfinished={[]} />;
}
