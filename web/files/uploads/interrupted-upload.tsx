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
  /** The server's list, which may include partial uploads of these files. */
  uploads: readonly Upload[];
};

/** Offers to continue uploads that were interrupted by leaving the page, or shows that another tab is uploading. */
export function InterruptedUpload({ queue, snapshot, uploads }: InterruptedUploadProps) {
  const { kept, inOtherTabs } = snapshot;
  const queryClient = useQueryClient();
  const [isUnreadable, setUnreadable] = useState(false);
  if (inOtherTabs.length > 0) {
    const totals = totalsOf(inOtherTabs);
    return (
      <Alert color="blue">
        Another browser tab is uploading: {count(totals.filesDone)} of{' '}
        {counted(totals.files, 'file')} so far.
      </Alert>
    );
  }
  if (kept.length === 0) return null;
  const left = kept.filter((item) => !isSettled(item));
  const { files, filesDone, bytes, bytesDone, failed } = totalsOf(kept);
  const ids = new Set(left.map(uploadIdOf));
  const parts = uploads.filter(({ id }) => ids.has(id));
  const received = parts.reduce((sum, { bytesReceived }) => sum + bytesReceived, bytesDone);
  const isFailed = failed === left.length;
  const canContinue = !isUnreadable && left.some(({ origin }) => origin !== null);
  const failures = groupBy(
    left.filter(({ state }) => state === 'failed'),
    ({ message }) => message,
  );
  const discard = async () => {
    await queue.discardInterrupted();
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
        Uploaded so far: {count(filesDone)} of {counted(files, 'file')} ({byteSize(received)} of{' '}
        {byteSize(bytes)}).
      </Text>
      <Group gap="xs">
        {canContinue ? (
          <Button
            size="xs"
            onClick={() => void queue.continueInterrupted().then((isOn) => setUnreadable(!isOn))}
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
