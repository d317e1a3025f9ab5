import { Card, Stack } from '@mantine/core';
import type { Upload } from '#domain/uploads.ts';
import { NotAdded } from './not-added.tsx';
import { isTurnedAway } from './upload-item.ts';
import type { UploadQueue } from './upload-queue.ts';
import { UploadRows } from './upload-rows.tsx';
import { UploadStatus } from './upload-status.tsx';

type UploadCardProps = {
  queue: UploadQueue;
  snapshot: ReturnType<UploadQueue['snapshot']>;
  /** What the server has a part of, and the queue has not. */
  unfinished: readonly Upload[];
};

/** What a queue has under way, and what was not taken of it. */
export function UploadCard({ queue, snapshot, unfinished }: UploadCardProps) {
  const { items } = snapshot;
  return (
    <Card padding="md">
      <Stack gap="md">
        {items.some((item) => !isTurnedAway(item)) ? (
          <UploadStatus queue={queue} snapshot={snapshot} />
        ) : null}
        <UploadRows items={items} queue={queue} />
        <NotAdded queue={queue} items={items} unfinished={unfinished} />
      </Stack>
    </Card>
  );
}
