import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react';
import type { BinItem, BinKind } from '#domain/bin.ts';
import { byteSize } from '#domain/byte-size.ts';
import { counted, dateTime, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import type { ListChoice } from '#web/lib/list-choice.ts';
import { type Column, PagedTable } from '#web/ui/data-table.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

const KIND_LABELS: Record<BinKind, string> = {
  company: 'Company',
  project: 'Project',
  submission: 'Submission',
  file: 'File',
  pin: 'Pin',
};

const locationOf = ({ submissionTitle, projectName, companyName }: BinItem) =>
  [submissionTitle, projectName, companyName].filter(Boolean).join(' · ');

/** '2 projects, 3 submissions, '. */
const contentsOf = ({ kind, projects, submissions }: BinItem) =>
  [
    kind === 'company' ? `${counted(projects, 'project')}, ` : '',
    kind === 'company' || kind === 'project' ? `${counted(submissions, 'submission')}, ` : '',
  ].join('');

const COLUMNS: Column<BinItem>[] = [
  {
    key: 'name',
    header: 'Name',
    kind: 'heading',
    isSortable: true,
    render: (item) => (
      <>
        <Text fw={500} size="sm">
          {item.name}
        </Text>
        <Text size="xs" c="dimmed">
          {locationOf(item) || (item.kind === 'company' ? '' : 'Staff only')}
        </Text>
      </>
    ),
  },
  {
    key: 'kind',
    header: 'Type',
    width: 170,
    render: (item) => (
      <>
        {KIND_LABELS[item.kind]}
        {item.kind === 'file' ? null : (
          <Text size="xs" c="dimmed" className="tabular">
            {contentsOf(item)}
            {counted(item.files, 'file')}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'size',
    header: 'Size',
    width: 120,
    align: 'end',
    isSortable: true,
    render: ({ bytes }) => <span className="tabular">{byteSize(bytes)}</span>,
  },
  {
    key: 'removed',
    header: 'Deleted',
    width: 240,
    isSortable: true,
    render: ({ deletedAt, deletedBy }) => (
      <div className="tabular">
        {dateTime(deletedAt, DEFAULT_TIME_ZONE)}
        {deletedBy === null ? null : (
          <Text size="xs" c="dimmed">
            by {deletedBy}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'left',
    header: 'Time Left',
    width: 100,
    render: ({ removedAt }) => <span className="tabular">{daysLeft(removedAt, new Date())}</span>,
  },
];

type BinTableProps = {
  rows: readonly BinItem[];
  found: number;
  choice: ListChoice;
  isStale: boolean;
  isBusy: boolean;
  onChoice: (changes: Pick<ListChoice, 'sort' | 'page'>) => void;
  onRestore: (item: BinItem) => void;
  onRemove: (item: BinItem) => void;
};

export function BinTable({ onRestore, onRemove, isBusy, ...list }: BinTableProps) {
  const actions: Column<BinItem> = {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    width: 170,
    render: (item) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
          aria-label={`Restore ${item.name}`}
          disabled={isBusy}
          onClick={() => onRestore(item)}
        >
          Restore
        </Button>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Delete ${item.name} for good`}
          onClick={() => onRemove(item)}
        >
          <IconTrash size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
    ),
  };
  return (
    <PagedTable
      label="Trash"
      columns={[...COLUMNS, actions]}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      {...list}
    />
  );
}

const DAY_MS = 86_400_000;

/** Time left in the trash, to the nearest day: '30 days', or 'less than a day'. */
export function daysLeft(removedAt: string, now: Date): string {
  const left = (new Date(removedAt).getTime() - now.getTime()) / DAY_MS;
  if (left < 1) return 'less than a day';
  const days = Math.round(left);
  return days === 1 ? '1 day' : `${days} days`;
}

type DeleteForGoodProps = {
  item: BinItem;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

export function DeleteForGood({ item, isBusy, onConfirm, onClose }: DeleteForGoodProps) {
  const { kind, name, files, bytes } = item;
  const size = byteSize(bytes);
  return (
    <ConfirmDialog
      isOpen
      title="Delete for Good"
      confirmLabel="Delete for Good"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text>
        This deletes <strong>{name}</strong>
        {kind === 'file'
          ? ` (${size}). `
          : `, including ${contentsOf(item)}${counted(files, 'original')} (${size}), all its share links, and anything
             deleted from it earlier. `}
        {kind === 'company' ? 'Its clients keep their accounts, deactivated. ' : null}
        This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
