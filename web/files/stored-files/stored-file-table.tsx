import { ActionIcon, Badge, Group, Text } from '@mantine/core';
import {
  IconDownload,
  IconTrash,
  IconFile,
  IconFileText,
  IconMap,
  IconPhoto,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';
import { byteSize } from '#domain/byte-size.ts';
import type { StoredFile } from '#domain/stored-files.ts';
import { date, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import type { ListChoice } from '#web/lib/list-choice.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { type Column, PagedTable } from '#web/ui/data-table.tsx';
import { TextLink } from '#web/ui/links.tsx';
import classes from './stored-files.module.css';
import type { FileKind } from '#domain/files.ts';

const KINDS: Record<FileKind, { label: string; icon: TablerIcon }> = {
  photo: { label: 'Photo', icon: IconPhoto },
  video: { label: 'Video', icon: IconVideo },
  raster: { label: 'Map', icon: IconMap },
  document: { label: 'Document', icon: IconFileText },
  other: { label: 'Other', icon: IconFile },
};

const COLUMNS: Column<StoredFile>[] = [
  {
    key: 'name',
    header: 'Name',
    kind: 'heading',
    isSortable: true,
    render: (file) => <FileNameCell file={file} />,
  },
  {
    key: 'type',
    header: 'Type',
    width: 110,
    isSortable: true,
    render: ({ kind, fileType }) => <span title={fileType}>{KINDS[kind].label}</span>,
  },
  {
    key: 'size',
    header: 'Size',
    width: 110,
    align: 'end',
    isSortable: true,
    render: ({ fileSize }) => <span className="tabular">{byteSize(fileSize)}</span>,
  },
  { key: 'storage', header: 'Storage', width: 120, render: ({ storage }) => storage },
  {
    key: 'recorded',
    header: 'Recorded',
    width: 130,
    isSortable: true,
    render: ({ recordedDate }) => (recordedDate ? date(recordedDate, DEFAULT_TIME_ZONE) : '–'),
  },
  {
    key: 'uploaded',
    header: 'Uploaded',
    width: 130,
    isSortable: true,
    render: ({ createdAt, timeZone }) => date(createdAt, timeZone ?? DEFAULT_TIME_ZONE),
  },
];

function FileNameCell({ file }: { file: StoredFile }) {
  const { fileName, kind, state, presets, mediaUrl, errorMessage, isForClients } = file;
  const Icon = KINDS[kind].icon;
  const [smallest] = presets;
  return (
    <div className={classes.file}>
      <span className={classes.picture}>
        {state === 'ready' && smallest !== undefined ? (
          <img src={`${mediaUrl}/w${smallest}.webp`} alt="" loading="lazy" decoding="async" />
        ) : (
          <Icon size={20} stroke={1.5} aria-hidden />
        )}
      </span>
      <div className={classes.text}>
        <Text fw={500} size="sm" className={classes.name}>
          {fileName}
        </Text>
        <FileLocationText file={file} />
        {isForClients ? null : <Badge color="gray">Not for clients</Badge>}
        {state === 'processing' ? <Badge color="gray">Processing</Badge> : null}
        {state === 'failed' ? (
          <Text c="red" size="xs">
            {errorMessage}
          </Text>
        ) : null}
      </div>
    </div>
  );
}

function FileLocationText({
  file: { submission, companyName, category, description },
}: {
  file: StoredFile;
}) {
  if (submission) {
    return (
      <Text size="xs" c="dimmed">
        <TextLink to={ROUTES.submission} params={{ submissionId: submission.id }}>
          {submission.title}
        </TextLink>{' '}
        · {submission.projectName} · {submission.status}
      </Text>
    );
  }
  const parts = [companyName ?? 'Staff only', category, description];
  return (
    <Text size="xs" c="dimmed" lineClamp={2}>
      {parts.filter(Boolean).join(' · ')}
    </Text>
  );
}

type StoredFileTableProps = {
  rows: readonly StoredFile[];
  found: number;
  foundMore: boolean;
  choice: ListChoice;
  isStale: boolean;
  onChoice: (changes: Pick<ListChoice, 'sort' | 'page'>) => void;
  onDelete: (file: StoredFile) => void;
};

export function StoredFileTable({ onDelete, ...list }: StoredFileTableProps) {
  const actions: Column<StoredFile> = {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    width: 110,
    render: (file) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <ActionIcon
          component="a"
          href={file.originalUrl}
          download={file.fileName}
          variant="subtle"
          aria-label={`Download ${file.fileName}`}
        >
          <IconDownload size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Delete ${file.fileName}`}
          onClick={() => onDelete(file)}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
    ),
  };
  return (
    <PagedTable
      label="Stored files"
      columns={[...COLUMNS, actions]}
      rowKey={({ id }) => id}
      {...list}
    />
  );
}
