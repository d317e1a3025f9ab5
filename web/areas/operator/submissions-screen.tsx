import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { IconPhotoPlus, IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type StaffSubmission, SubmissionStatus } from '#domain/submissions.ts';
import { CreateSubmission } from '#web/features/submissions/library/create-submission.tsx';
import { DeleteSubmission } from '#web/features/submissions/delete-submission.tsx';
import {
  groupSubmissions,
  type SubmissionChoice,
  type SubmissionGroup,
} from '#web/features/submissions/library/submission-groups.ts';
import { SelectionBar } from '#web/features/submissions/library/selection-bar.tsx';
import { SubmissionTable } from '#web/features/submissions/library/submission-table.tsx';
import { type Selection, useSelection } from '#web/features/submissions/library/use-selection.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TableSkeleton } from '#web/ui/data-table.tsx';
import { FilterBar, FilterSelect, SearchInput } from '#web/ui/filter-bar.tsx';
import { useKeptState } from '#web/ui/kept-state.ts';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';

const STATUS_CHOICES = [
  { value: 'all' as const, label: 'All statuses' },
  ...SubmissionStatus.options.map((value) => ({ value, label: value })),
];

/** The library of submissions, by project. `?new=<project id or true>` opens the dialog for a new one. */
export function SubmissionsScreen() {
  const navigate = useNavigate();
  const wanted = useSearch({ strict: false, select: (search) => search.new ?? null });
  const [deleting, setDeleting] = useState<StaffSubmission | null>(null);
  const open = (projectId: string | true) =>
    void navigate({ to: ROUTES.submissions, search: { new: projectId }, replace: true });
  const close = () => navigate({ to: ROUTES.submissions, search: {}, replace: true });
  return (
    <Page
      title="Photo Submissions"
      subtitle="What was recorded at each site, and what clients can see"
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(true)}>
          New Submission
        </Button>
      }
    >
      <Library onNew={open} onDelete={setDeleting} />
      <CreateSubmission
        isOpen={wanted !== null}
        projectId={wanted === true ? null : wanted}
        // The way back from the new one leads to the library, not to this dialog.
        onCreated={({ id }) =>
          void close().then(() => navigate({ to: ROUTES.submission, params: { submissionId: id } }))
        }
        onClose={() => void close()}
      />
      <DeleteSubmission
        submission={deleting}
        onDeleted={() => setDeleting(null)}
        onClose={() => setDeleting(null)}
      />
    </Page>
  );
}

type LibraryProps = {
  onNew: (projectId: string | true) => void;
  onDelete: (submission: StaffSubmission) => void;
};

function Library({ onNew, onDelete }: LibraryProps) {
  const query = useQuery(api.submissions.list.queryOptions({ input: {} }));
  const find = useSearch({ strict: false, select: (search) => search.find ?? '' });
  const [choice, setChoice] = useKeptState<SubmissionChoice>('choice', {
    search: find,
    status: 'all',
  });
  const lists = useRef<HTMLDivElement>(null);
  const selection = useSelection(lists);
  if (query.isPending) return <TableSkeleton label="Loading submissions" />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load content" query={query} />;
  }
  const { submissions } = query.data;
  if (submissions.length === 0) {
    return (
      <EmptyState
        icon={IconPhotoPlus}
        title="No content created yet..."
        action={<Button onClick={() => onNew(true)}>New Submission</Button>}
      >
        A submission is one visit to a site, with its photos, videos and maps.
      </EmptyState>
    );
  }
  const groups = groupSubmissions(submissions, choice);
  return (
    <Stack gap="lg" ref={lists}>
      <FilterBar>
        <SearchInput
          label="Search submissions"
          value={choice.search}
          onChange={(search) => setChoice({ ...choice, search })}
        />
        <FilterSelect
          label="Status"
          choices={STATUS_CHOICES}
          value={choice.status}
          onChange={(status) => setChoice({ ...choice, status })}
        />
      </FilterBar>
      {groups.length === 0 ? <EmptyState icon={IconSearch} title="No submission found." /> : null}
      {groups.map((group) => (
        <ProjectGroup
          key={group.projectId}
          group={group}
          selection={selection}
          onNew={onNew}
          onDelete={onDelete}
        />
      ))}
      <SelectionBar
        submissions={groups.flatMap((group) =>
          group.submissions.filter(({ id }) => selection.chosen.has(id)),
        )}
        onClear={selection.clear}
      />
    </Stack>
  );
}

type ProjectGroupProps = LibraryProps & { group: SubmissionGroup; selection: Selection };

function ProjectGroup({ group, selection, onNew, onDelete }: ProjectGroupProps) {
  const { projectId, projectName, companyName, submissions } = group;
  const headingId = `project-${projectId}`;
  const ids = submissions.map(({ id }) => id);
  const chosen = ids.filter((id) => selection.chosen.has(id)).length;
  return (
    <Stack component="section" gap="xs" aria-labelledby={headingId}>
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={2} id={headingId}>
            {projectName}
          </Title>
          <Text c="dimmed" size="sm" className="tabular">
            {companyName} · {counted(submissions.length, 'submission')}
          </Text>
        </div>
        <Group gap="md">
          <Checkbox
            label="Select all"
            aria-label={`Select all of ${projectName}`}
            checked={chosen === ids.length}
            indeterminate={chosen > 0 && chosen < ids.length}
            onChange={() => selection.toggleAll(ids)}
          />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onNew(projectId)}
          >
            New Submission<span className="visually-hidden"> in {projectName}</span>
          </Button>
        </Group>
      </Group>
      <SubmissionTable
        label={`Submissions of ${projectName}`}
        submissions={submissions}
        selection={selection}
        onDelete={onDelete}
      />
    </Stack>
  );
}
