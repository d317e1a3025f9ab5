import { HeadedSection } from '#web/ui/section.tsx';
import { Badge, Card, Group, Progress, Stack, Text, Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import { KIND_LABELS } from '#domain/download-kinds.ts';
import type { Download } from '#domain/downloads.ts';
import { counted, dateTime, roughTime } from '#web/lib/formats.ts';
import { CardButtons } from './card-buttons.tsx';
import classes from './downloads.module.css';
import { isFetchable } from './selection.ts';
import { resumeAutomatically, useSave, type ShownSave } from './saving/saves.ts';
import { IconFileZip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { EmptyState, Loaded } from '#web/ui/states.tsx';

const END_MESSAGES = {
  expired: 'This download has expired.',
  changed: 'Some of its files are no longer available.',
};
const STATUS_LABELS: Record<ShownSave['status'], string> = {
  running: 'Saving',
  waiting: 'Waiting for a connection',
  paused: 'Paused',
  interrupted: 'Interrupted',
  elsewhere: 'Saving in another tab',
  failed: 'Stopped',
  finished: 'Saved',
};

export function DownloadCard({ download }: { download: Download }) {
  const saving = useSave(download.id);
  const isInterrupted = saving?.status === 'interrupted';
  const isFailed = saving?.status === 'failed' || download.progress?.state === 'failed';
  useEffect(() => {
    if (isInterrupted && isFetchable(download)) void resumeAutomatically(download);
  }, [isInterrupted, download]);
  return (
    <Card component="li" padding="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Text component="h3" fw={600} className={classes.name}>
            {download.fileName}
          </Text>
          <Group gap="xs">
            {download.progress ? (
              <Badge>{download.company ? 'Company Export' : 'Evidence Pack'}</Badge>
            ) : null}
            {download.end ? (
              <Badge color="gray">{download.end === 'expired' ? 'Expired' : 'Incomplete'}</Badge>
            ) : null}
          </Group>
        </Group>
        <Facts download={download} />
        <output>
          <Text component="span" className="tabular" c={isFailed ? 'red' : undefined}>
            {stateText(download, saving)}
          </Text>
        </output>
        {saving && saving.status !== 'finished' ? (
          <Progress
            value={(saving.written / download.bytes) * 100}
            aria-label={`Download of ${download.fileName}`}
          />
        ) : null}
        <CardButtons download={download} status={saving?.status ?? null} />
      </Stack>
    </Card>
  );
}

function stateText(download: Download, saving: ShownSave | null): string {
  const { end, bytes, startedAt, finishedAt, progress } = download;
  if (end) return END_MESSAGES[end];
  if (progress?.state === 'making') return `Preparing: ${progress.percent}%`;
  if (progress?.state === 'failed') return progress.problem ?? '';
  if (saving?.message) return saving.message;
  if (saving?.status === 'finished') return `${STATUS_LABELS.finished}, ${byteSize(bytes)}`;
  if (saving) {
    const { status, written, secondsLeft } = saving;
    const left = secondsLeft ? `, ${roughTime(secondsLeft)} left` : '';
    return `${STATUS_LABELS[status]}, ${byteSize(written)} of ${byteSize(bytes)}${left}`;
  }
  if (finishedAt) return `Downloaded ${dateTime(finishedAt)}`;
  return startedAt ? `Started ${dateTime(startedAt)}` : 'Not downloaded yet';
}

function Facts({ download }: { download: Download }) {
  const { company, projectName, kinds, size, bytes, createdAt, expiresAt, end, progress } =
    download;
  const isMaking = progress?.state === 'making';
  const parts = company
    ? [company.name]
    : [
        projectName,
        kinds.map((kind) => KIND_LABELS[kind]).join(', '),
        size === 'reduced' ? 'photos at 2048 px' : 'originals',
      ];
  return (
    <Text size="sm" c="dimmed" className="tabular" component="div">
      <div>{[...parts, ...(company && isMaking ? [] : [byteSize(bytes)])].join(' · ')}</div>
      <div>
        Prepared {dateTime(createdAt)}
        {end ? null : ` · expires ${dateTime(expiresAt)}`}
      </div>
      {company ? null : <Contents download={download} />}
      {company && progress?.state === 'ready' ? <div>{progress.problem}</div> : null}
    </Text>
  );
}

const Contents = ({ download: { weeks, fileCount } }: { download: Download }) => (
  <details className={classes.contents}>
    <summary>
      {counted(weeks.length, 'week')}, {counted(fileCount, 'file')}
    </summary>
    <ul>
      {weeks.map((week) => (
        <li key={week.folder}>
          {week.folder}: {counted(week.fileCount, 'file')}, {byteSize(week.bytes)}
        </li>
      ))}
    </ul>
  </details>
);

export function DownloadList() {
  const query = useQuery(api.downloads.list.queryOptions());
  return (
    <HeadedSection title="Your Downloads" id="past-downloads">
      <Loaded
        query={query}
        failed="Failed to load your downloads"
        waiting={<Skeleton height={160} aria-label="Loading your downloads" />}
      >
        {({ downloads }) =>
          downloads.length === 0 ? (
            <EmptyState icon={IconFileZip} title="No downloads yet">
              Your downloads are listed here, with their contents and progress.
            </EmptyState>
          ) : (
            <ul className={classes.list} aria-label="Your downloads">
              {downloads.map((download) => (
                <DownloadCard key={download.id} download={download} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </HeadedSection>
  );
}
