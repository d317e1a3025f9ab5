import { Button, CloseButton, Group, Progress, Stack, Text } from '@mantine/core';
import { progressDetails, progressPercent, progressTitle } from './progress.ts';
import type { QueueSnapshot } from './upload-item.ts';
import type { UploadQueue } from './upload-queue.ts';

type UploadStatusProps = { queue: UploadQueue; snapshot: QueueSnapshot };

/** How far the whole batch is, and what can be done about it. */
export function UploadStatus({ queue, snapshot }: UploadStatusProps) {
  const { totals, isPaused, isConnectionLost } = snapshot;
  const isRunning = totals.pending > 0;
  const isMoving = isRunning && !isPaused && !isConnectionLost;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <div>
          {/* Once it is over, the announcement below says the same. */}
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
