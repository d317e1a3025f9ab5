import { Paper, Progress, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { ROUTES } from '#web/lib/paths.ts';
import { progressDetails, progressPercent, progressTitle } from './queue/progress.ts';
import { busyUploads, uploadQueueOf, watchUploads } from './queue/upload-queues.ts';
import classes from './uploads.module.css';

/** Shows on other screens that an upload goes on, and leads back to it. */
export function UploadIndicator() {
  const { submissionId: shownId } = useParams({ strict: false });
  const busyIds = useSyncExternalStore(watchUploads, () => busyUploads().join(' '));
  return busyIds
    .split(' ')
    .filter((id) => id !== '' && id !== shownId)
    .map((id) => <Indicator key={id} submissionId={id} />);
}

function Indicator({ submissionId }: { submissionId: string }) {
  const queue = uploadQueueOf(submissionId);
  const snapshot = useSyncExternalStore(queue.watch, queue.snapshot);
  return (
    <Paper
      component="aside"
      aria-label="Upload"
      className={classes.indicator}
      withBorder
      shadow="md"
    >
      <Link className={classes.link} to={ROUTES.submission} params={{ submissionId }}>
        <Text size="sm" fw={500} className="tabular">
          {progressTitle(snapshot)}
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {progressDetails(snapshot)}
        </Text>
      </Link>
      <Progress size="xs" value={progressPercent(snapshot)} aria-label="Upload progress" />
    </Paper>
  );
}
