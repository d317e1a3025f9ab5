import { ActionIcon, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import type { Column } from '#web/ui/data-table.tsx';

/** `edit` renders the link or button that edits a submission, with the given text inside. */
export const actionsColumn = (
  edit: (submission: StaffSubmission, text: ReactNode) => ReactNode,
  onDelete: (submission: StaffSubmission) => void,
): Column<StaffSubmission> => ({
  key: 'actions',
  header: 'Actions',
  kind: 'actions',
  width: 120,
  render: (submission) => (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {edit(
        submission,
        <>
          Edit<span className="visually-hidden"> {submission.title}</span>
        </>,
      )}
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Delete ${submission.title}`}
        onClick={() => onDelete(submission)}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Group>
  ),
});
