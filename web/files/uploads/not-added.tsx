import { Button, Group, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconCopyCheck, IconHourglassEmpty, IconX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo, useId } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import type { Upload } from '#domain/uploads.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { FileRow, RowButton, RowList } from '#web/ui/file-rows.tsx';
import { toast } from '#web/ui/toast.ts';
import { isRejected, outcomeOf, uploadIdOf, type UploadItem } from './upload-item.ts';
import type { UploadQueue } from './upload-queue.ts';
import { discardUpload } from './upload-queues.ts';

/** A file that wasn't added. `itemId` is null if only the server lists it. */
type Outcome = {
  name: string;
  message: string;
  kind: 'known' | 'refused' | 'unfinished';
  itemId: string | null;
  uploadId: string | null;
};

const outcomeOfItem = (item: UploadItem): Outcome => ({
  name: item.name,
  message: item.message ?? '',
  kind: item.state === 'known' ? 'known' : 'refused',
  itemId: item.id,
  uploadId: uploadIdOf(item),
});

function outcomeOfUpload(upload: Upload): Outcome {
  const { id, fileName, fileSize, bytesReceived, state } = upload;
  const base = { name: fileName, itemId: null, uploadId: id };
  const outcome = outcomeOf(upload);
  if (outcome) {
    const kind = outcome.state === 'known' ? 'known' : 'refused';
    return { ...base, kind, message: outcome.message ?? '' };
  }
  const share = `${byteSize(bytesReceived)} of ${byteSize(fileSize)} uploaded`;
  const then = state === 'received' ? '. Saving…' : '. Drop the file again to continue.';
  return { ...base, kind: 'unfinished', message: `${share}${then}` };
}

const ICONS = { known: IconCopyCheck, refused: IconAlertCircle, unfinished: IconHourglassEmpty };

type NotAddedProps = {
  queue: UploadQueue;
  items: readonly UploadItem[];
  unfinished: readonly Upload[];
};

export function NotAdded({ queue, items, unfinished }: NotAddedProps) {
  const headingId = useId();
  const over = items.filter(isRejected);
  const outcomes = [...over.map(outcomeOfItem), ...unfinished.map(outcomeOfUpload)].toSorted(
    (a, b) => Number(b.kind === 'refused') - Number(a.kind === 'refused'),
  );
  const clear = useClear(queue);
  if (outcomes.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <Group justify="space-between" gap="xs" pb="xs">
        <Title order={3} id={headingId}>
          Not added
          <Text span c="dimmed" inherit fw={400}>
            {' '}
            · {counted(outcomes.length, 'file')}
          </Text>
        </Title>
        <Button
          variant="subtle"
          size="xs"
          color="gray"
          loading={clear.isPending}
          onClick={() => clear.mutate(outcomes)}
        >
          Clear List
        </Button>
      </Group>
      <RowList
        label="Not added"
        items={outcomes}
        more="more"
        renderRow={(outcome) => (
          <OutcomeRow
            key={outcome.itemId ?? outcome.uploadId}
            outcome={outcome}
            onClear={clear.mutate}
          />
        )}
      />
    </section>
  );
}

type OutcomeRowProps = { outcome: Outcome; onClear: (outcomes: readonly Outcome[]) => void };

const OutcomeRow = memo(
  function OutcomeRow({ outcome, onClear }: OutcomeRowProps) {
    const { kind, name, message } = outcome;
    return (
      <FileRow icon={ICONS[kind]} name={name} message={message} isBad={kind === 'refused'}>
        <RowButton
          icon={IconX}
          label={`${kind === 'unfinished' ? 'Discard' : 'Clear'} ${name}`}
          onPress={() => onClear([outcome])}
        />
      </FileRow>
    );
  },
  // Compares contents, because every progress update creates new outcomes, and there may be a hundred rows.
  (before, after) =>
    before.outcome.uploadId === after.outcome.uploadId &&
    before.outcome.message === after.outcome.message,
);

function useClear(queue: UploadQueue) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (outcomes: readonly Outcome[]) => {
      for (const { uploadId, itemId } of outcomes) {
        if (uploadId) await discardUpload(uploadId);
        if (itemId) queue.clear(itemId);
      }
    },
    onError: (error) => toast.failure('Failed to clear the list', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: api.uploads.key() }),
  });
}
