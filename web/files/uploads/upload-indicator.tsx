import { Paper, Progress, Text } from '@mantine/core';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { ROUTES } from '#web/lib/paths.ts';
import { useDeferredStore } from '#web/lib/use-deferred-store.ts';
import { progressDetails, progressPercent, progressTitle } from './progress.ts';
import { busyUploads, uploadQueueOf, watchUploads } from './upload-queues.ts';
import { STANDALONE } from './upload-records.ts';
import classes from './uploads.module.css';

/** Shows on other screens that an upload is running, and links to it. */
export function UploadIndicator() {
  const { submissionId: shownId } = useParams({ strict: false });
  const isAtFiles = useLocation({ select: ({ pathname }) => pathname === ROUTES.files });
  const busyIds = useSyncExternalStore(watchUploads, () => busyUploads().join('\n'));
  return busyIds
    .split('\n')
    .filter((home) => home !== '' && (home === STANDALONE ? !isAtFiles : home !== shownId))
    .map((home) => <Indicator key={home} home={home} />);
}

function Indicator({ home }: { home: string }) {
  const queue = uploadQueueOf(home);
  const link =
    home === STANDALONE
      ? { to: ROUTES.files }
      : { to: ROUTES.submission, params: { submissionId: home } };
  const snapshot = useDeferredStore(queue.watch, queue.snapshot);
  return (
    <Paper
      component="aside"
      aria-label="Upload"
      className={classes.indicator}
      withBorder
      shadow="md"
    >
      <Link className={classes.link} {...link}>
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
