import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import { groupBy } from '#domain/group-by.ts';
import type { Upload } from '#domain/uploads.ts';
import { api } from '#web/lib/api.ts';
import { count, counted } from '#web/lib/formats.ts';
import { isSettled, type QueueSnapshot, totalsOf, uploadIdOf } from './upload-item.ts';
import type { UploadQueue } from './upload-queue.ts';

const MAX_NAMED = 3;

type InterruptedUploadProps = {
  queue: UploadQueue;
  snapshot: QueueSnapshot;
  /** What the server says of uploads, which may have a part of those that are left. */
  uploads: readonly Upload[];
};

/** What was left unfinished when the page was closed or reloaded, why, and how it goes on; or that another tab goes on. */
export function InterruptedUpload({ queue, snapshot, uploads }: InterruptedUploadProps) {
  const { kept, elsewhere } = snapshot;
  const queryClient = useQueryClient();
  const [isUnreadable, setUnreadable] = useState(false);
  if (elsewhere.length > 0) {
    const there = totalsOf(elsewhere);
    return (
      <Alert color="blue">
        Another browser tab is uploading here: {count(there.filesDone)} of{' '}
        {counted(there.files, 'file')} so far.
      </Alert>
    );
  }
  if (kept.length === 0) return null;
  const left = kept.filter((item) => !isSettled(item));
  const { files, filesDone, bytes, bytesDone, failed } = totalsOf(kept);
  const ids = new Set(left.map(uploadIdOf));
  const parts = uploads.filter(({ id }) => ids.has(id));
  const bytesThere = parts.reduce((sum, { bytesReceived }) => sum + bytesReceived, bytesDone);
  const isFailed = failed === left.length;
  const canContinue = !isUnreadable && left.some(({ origin }) => origin !== null);
  const failures = groupBy(
    left.filter(({ state }) => state === 'failed'),
    ({ message }) => message,
  );
  const discard = async () => {
    await queue.discardKept();
    await queryClient.invalidateQueries({ queryKey: api.uploads.key() });
  };
  return (
    <Alert
      color="yellow"
      title={isFailed ? `${counted(failed, 'file')} not uploaded` : 'This upload was interrupted'}
    >
      {[...failures].map(([reason, items]) => (
        <Text key={reason} size="sm" mb="xs">
          {items
            .slice(0, MAX_NAMED)
            .map(({ name }) => name)
            .join(', ')}
          {items.length > MAX_NAMED ? ` and ${count(items.length - MAX_NAMED)} more` : ''}: {reason}
        </Text>
      ))}
      <Text size="sm" mb="sm" className="tabular">
        {canContinue ? null : 'Drop the same folder again to continue. '}
        Uploaded so far: {count(filesDone)} of {counted(files, 'file')} ({byteSize(bytesThere)} of{' '}
        {byteSize(bytes)}).
      </Text>
      <Group gap="xs">
        {canContinue ? (
          <Button
            size="xs"
            onClick={() => void queue.continueKept().then((isOn) => setUnreadable(!isOn))}
          >
            {isFailed ? 'Retry' : 'Continue Upload'}
          </Button>
        ) : null}
        <Button size="xs" variant="default" onClick={() => void discard()}>
          Discard
        </Button>
      </Group>
    </Alert>
  );
}
