import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPhotoPlus, IconPlus, IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { CreateSubmission } from '#web/submissions/library/create-submission.tsx';
import { DeleteSubmission } from '#web/submissions/delete-submission.tsx';
import {
  groupSubmissions,
  type LibraryFilter,
  useLibrary,
} from '#web/submissions/library/use-library.ts';
import { ProjectGroup } from '#web/submissions/library/submission-table.tsx';
import { SelectionBar } from '#web/submissions/library/selection-bar.tsx';
import { useSelection } from '#web/submissions/library/use-selection.ts';
import { STATUS_FILTERS } from '#web/submissions/submission-choices.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { count, counted } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { BackLink } from '#web/ui/links.tsx';
import { TableSkeleton } from '#web/ui/data-table.tsx';
import { SearchAndStatus } from '#web/ui/filter-bar.tsx';
import { useHistoryState } from '#web/ui/history-state.ts';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { NewFromCard } from './new-from-card.tsx';

export function SubmissionsScreen() {
  const navigate = useNavigate();
  const wanted = useSearch({ strict: false, select: (search) => search.new ?? null });
  const [deleting, setDeleting] = useState<StaffSubmission | null>(null);
  const open = (projectId: string | true) =>
    void navigate({ to: ROUTES.submissions, search: { new: projectId }, replace: true });
  const close = () => navigate({ to: ROUTES.submissions, search: {}, replace: true });
  return (
    <Stack gap="md">
      <BackLink to={ROUTES.allProjects}>Back to Projects</BackLink>
      <Page
        title="Photo Submissions"
        subtitle="Content Management: submissions by project, and what clients can see"
        actions={
          <>
            <NewFromCard />
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(true)}>
              New Submission
            </Button>
          </>
        }
      >
        <Library onNew={open} onDelete={setDeleting} />
        <CreateSubmission
          isOpen={wanted !== null}
          projectId={wanted === true ? null : wanted}
          // The Back button on the new submission leads to the library, not to this dialog.
          onCreated={({ id }) =>
            void close().then(() =>
              navigate({ to: ROUTES.submission, params: { submissionId: id } }),
            )
          }
          onClose={() => void close()}
        />
        <DeleteSubmission
          submission={deleting}
          onDeleted={() => setDeleting(null)}
          onClose={() => setDeleting(null)}
        />
      </Page>
    </Stack>
  );
}

type LibraryProps = {
  onNew: (projectId: string | true) => void;
  onDelete: (submission: StaffSubmission) => void;
};

const NO_FILTER: LibraryFilter = { search: '', status: 'all' };

function Library({ onNew, onDelete }: LibraryProps) {
  const [choice, setChoice] = useHistoryState<LibraryFilter>('choice', NO_FILTER);
  const { query, isWhole } = useLibrary(choice);
  const lists = useRef<HTMLDivElement>(null);
  const selection = useSelection(lists);
  if (query.isPending) return <TableSkeleton label="Loading submissions" />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load content" query={query} />;
  }
  const { pages } = query.data;
  const groups = groupSubmissions(pages);
  if (groups.length === 0 && isWhole) {
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
  const loaded = groups.flatMap(({ submissions }) => submissions);
  return (
    <Stack gap="lg" ref={lists}>
      <SearchAndStatus
        label="Search submissions"
        choices={STATUS_FILTERS}
        value={choice}
        onChange={(changes) => setChoice({ ...choice, ...changes })}
      />
      {groups.length === 0 ? <EmptyState icon={IconSearch} title="No submissions found." /> : null}
      {groups.map((group) => (
        <ProjectGroup
          key={group.projectId}
          group={group}
          selection={selection}
          sort={choice.sort}
          isStale={query.isPlaceholderData}
          onSort={(sort) => setChoice({ ...choice, sort })}
          onNew={onNew}
          onDelete={onDelete}
        />
      ))}
      {query.hasNextPage ? (
        <More query={query} loaded={loaded.length} found={pages.at(-1)?.found ?? 0} />
      ) : null}
      <SelectionBar
        submissions={loaded.filter(({ id }) => selection.chosen.has(id))}
        onClear={selection.clear}
      />
    </Stack>
  );
}

type MoreProps = { query: ReturnType<typeof useLibrary>['query']; loaded: number; found: number };

function More({ query, loaded, found }: MoreProps) {
  return (
    <Group justify="center" gap="sm">
      <Button
        variant="default"
        loading={query.isFetchingNextPage}
        disabled={query.isPlaceholderData}
        onClick={() => void query.fetchNextPage()}
      >
        Load More
      </Button>
      <Text component="output" size="sm" c="dimmed" className="tabular">
        {count(loaded)} of {counted(found, 'submission')}
      </Text>
      {query.isFetchNextPageError ? (
        <Text role="alert" size="sm" c="red">
          {errorMessage(query.error)}
        </Text>
      ) : null}
    </Group>
  );
}
