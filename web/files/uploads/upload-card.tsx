import { Button, Card, CloseButton, Group, Progress, Stack, Text } from '@mantine/core';
import {
  IconAlertCircle,
  IconClock,
  IconFileUpload,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { memo } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import type { Upload } from '#domain/uploads.ts';
import { FileRow, RowButton, RowList } from '#web/ui/file-rows.tsx';
import { NotAdded } from './not-added.tsx';
import { progressDetails, progressPercent, progressTitle } from './progress.ts';
import { isRejected, openItems, type QueueSnapshot, type UploadItem } from './upload-item.ts';
import type { UploadQueue } from './upload-queue.ts';

type UploadCardProps = {
  queue: UploadQueue;
  snapshot: QueueSnapshot;
  /** Partial uploads on the server that aren't in the queue. */
  unfinished: readonly Upload[];
};

export function UploadCard({ queue, snapshot, unfinished }: UploadCardProps) {
  const { items } = snapshot;
  if (items.length + unfinished.length === 0) return null;
  return (
    <Card padding="md">
      <Stack gap="md">
        {items.some((item) => !isRejected(item)) ? (
          <UploadStatus queue={queue} snapshot={snapshot} />
        ) : null}
        <UploadRows items={items} queue={queue} />
        <NotAdded queue={queue} items={items} unfinished={unfinished} />
      </Stack>
    </Card>
  );
}

type UploadStatusProps = { queue: UploadQueue; snapshot: QueueSnapshot };

function UploadStatus({ queue, snapshot }: UploadStatusProps) {
  const { totals, isPaused, isConnectionLost } = snapshot;
  const isRunning = totals.pending > 0;
  const isMoving = isRunning && !isPaused && !isConnectionLost;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <div>
          {/* Hidden from screen readers once finished, because the announcement below says the same. */}
          <Text fw={600} className="tabular" aria-hidden={!isRunning}>
            {progressTitle(snapshot)}
          </Text>
          <Text c="dimmed" size="sm" className="tabular">
            {progressDetails(snapshot)}
          </Text>
        </div>
        <Group gap="xs">
          {totals.failed > 0 ? (
            <Button variant="default" size="xs" onClick={() => queue.retry()}>
              Retry Failed
            </Button>
          ) : null}
          {isRunning ? (
            <Button
              variant="default"
              size="xs"
              onClick={() => (isPaused ? queue.resume() : queue.pause())}
            >
              {isPaused ? 'Resume All' : 'Pause All'}
            </Button>
          ) : null}
          {isRunning || totals.failed > 0 ? (
            <Button variant="subtle" color="red" size="xs" onClick={() => queue.cancel()}>
              Cancel All
            </Button>
          ) : (
            <CloseButton aria-label="Dismiss" onClick={() => queue.dismiss()} />
          )}
        </Group>
      </Group>
      {isRunning ? (
        <Progress
          value={progressPercent(snapshot)}
          color={isMoving ? undefined : 'gray'}
          aria-label="Upload progress"
        />
      ) : null}
      <output>
        {isConnectionLost ? (
          <Text size="sm" c="dimmed">
            Connection lost. The upload will resume automatically.
          </Text>
        ) : null}
        {isRunning ? null : <span className="visually-hidden">{progressTitle(snapshot)}</span>}
      </output>
    </Stack>
  );
}

/** More rows aren't needed, because failed and active files come first. */
const MAX_OPEN_ROWS = 30;

type UploadRowsProps = { items: readonly UploadItem[]; queue: UploadQueue };

function UploadRows({ items, queue }: UploadRowsProps) {
  const open = openItems(items);
  if (open.length === 0) return null;
  return (
    <RowList
      label="Files being uploaded"
      items={open}
      more="more waiting"
      most={MAX_OPEN_ROWS}
      renderRow={(item) => <OpenRow key={item.id} item={item} queue={queue} />}
    />
  );
}

const iconOf = (item: UploadItem): TablerIcon => {
  if (item.state === 'failed') return IconAlertCircle;
  if (item.isPaused) return IconPlayerPause;
  return item.state === 'sending' ? IconFileUpload : IconClock;
};

type OpenRowProps = { item: UploadItem; queue: UploadQueue };

/** Memoized per file, because all rows may update several times a second. */
const OpenRow = memo(function OpenRow({ item, queue }: OpenRowProps) {
  const { id, name, size, sent, state, isPaused } = item;
  const isFailed = state === 'failed';
  return (
    <FileRow
      icon={iconOf(item)}
      name={name}
      title={item.path}
      isBad={isFailed}
      message={statusText(item)}
      percent={state === 'sending' ? Math.floor((sent / size) * 100) : null}
      progress={`Upload of ${name}`}
    >
      {isFailed ? (
        <RowButton icon={IconRefresh} label={`Retry ${name}`} onPress={() => queue.retry(id)} />
      ) : (
        <RowButton
          icon={isPaused ? IconPlayerPlay : IconPlayerPause}
          label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
          onPress={() => (isPaused ? queue.resume(id) : queue.pause(id))}
        />
      )}
      <RowButton icon={IconX} label={`Cancel ${name}`} onPress={() => queue.cancel(id)} />
    </FileRow>
  );
});

function statusText({ state, isPaused, size, sent, message }: UploadItem): string {
  if (state === 'failed') return message ?? 'The upload failed.';
  const bytes = sent > 0 ? `${byteSize(sent)} of ${byteSize(size)}` : byteSize(size);
  if (state === 'sending' && sent === size) return `${bytes} · Saving`;
  if (isPaused) return `${bytes} · Paused`;
  if (state === 'checking') return `${bytes} · Checking for duplicates`;
  return state === 'sending' ? bytes : `${bytes} · Waiting`;
}
