import { Card, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { Upload } from '#domain/uploads.ts';
import { api } from '#web/lib/api.ts';
import { InterruptedUpload } from './interrupted-upload.tsx';
import { NotAdded } from './not-added.tsx';
import { UploadCard } from './upload-card.tsx';
import { known, unfinishedUploads } from './upload-item.ts';
import type { UploadQueue } from './upload-queue.ts';
import { resumeStandalone, standaloneQueues, watchUploads } from './upload-queues.ts';

const homes = () =>
  standaloneQueues()
    .filter(([, queue]) => known(queue.snapshot()).length > 0)
    .map(([home]) => home)
    .join('\n');

/** What is on its way to the files of no submission, and what was not taken of it. */
export function StandaloneUploads() {
  useEffect(() => void resumeStandalone(), []);
  const shown = useSyncExternalStore(watchUploads, homes).split('\n');
  const { data } = useQuery(api.uploads.listStandalone.queryOptions());
  const uploads = data?.uploads ?? [];
  const queues = standaloneQueues();
  const items = queues.flatMap(([, queue]) => known(queue.snapshot()));
  const unfinished = unfinishedUploads(uploads, items);
  const visible = queues.filter(([home]) => shown.includes(home));
  if (visible.length === 0 && unfinished.length === 0) return null;
  return (
    <Stack gap="md">
      {visible.map(([home, queue]) => (
        <Batch key={home} queue={queue} uploads={uploads} />
      ))}
      {unfinished.length > 0 ? (
        <Card padding="md">
          <NotAdded queue={null} items={[]} unfinished={unfinished} />
        </Card>
      ) : null}
    </Stack>
  );
}

function Batch({ queue, uploads }: { queue: UploadQueue; uploads: readonly Upload[] }) {
  const snapshot = useSyncExternalStore(queue.watch, queue.snapshot);
  return (
    <>
      <InterruptedUpload queue={queue} snapshot={snapshot} uploads={uploads} />
      {snapshot.items.length > 0 ? (
        <UploadCard queue={queue} snapshot={snapshot} unfinished={[]} />
      ) : null}
    </>
  );
}
