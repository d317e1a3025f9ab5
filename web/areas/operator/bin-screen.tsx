import { Stack } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconSearch, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { BIN_SORTS, type BinItem, type BinPage } from '#domain/bin.ts';
import { byteSize } from '#domain/byte-size.ts';
import { BinTable, DeleteForGood } from '#web/projects/bin/bin-table.tsx';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { type ListChoice, clampPage, toListQuery, useDebouncedText } from '#web/lib/list-choice.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TableSkeleton } from '#web/ui/data-table.tsx';
import { FilterBar, SearchInput } from '#web/ui/filter-bar.tsx';
import { useHistoryState } from '#web/ui/history-state.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';

export function BinScreen() {
  const [choice, setChoice] = useHistoryState<ListChoice>('choice', { search: '', page: 0 });
  const searched = { ...choice, search: useDebouncedText(choice.search) };
  const query = useQuery(
    api.bin.list.queryOptions({
      input: toListQuery(searched, BIN_SORTS),
      placeholderData: keepPreviousData,
    }),
  );
  clampPage(query, choice, setChoice);
  return (
    <Page
      title="Trash"
      subtitle={query.data ? subtitleOf(query.data) : 'Deleted projects, submissions and files'}
    >
      <Stack gap="lg">
        <FilterBar>
          <SearchInput
            label="Search the trash"
            value={choice.search}
            onChange={(search) => setChoice({ ...choice, search, page: 0 })}
          />
        </FilterBar>
        {query.isPending ? <TableSkeleton label="Loading the trash" /> : null}
        {query.isError && !query.data ? (
          <LoadError title="Failed to load the trash" query={query} />
        ) : null}
        {query.data ? (
          <Results
            page={query.data}
            choice={choice}
            isStale={query.isPlaceholderData}
            onChoice={setChoice}
          />
        ) : null}
      </Stack>
    </Page>
  );
}

function subtitleOf({ binDays, bytes }: BinPage): string {
  if (binDays === 0) return "Deleted items can't be restored on this site";
  const size = bytes > 0 ? ` · ${byteSize(bytes)} of originals` : '';
  return `Deleted items can be restored for ${counted(binDays, 'day')}${size}`;
}

type ResultsProps = {
  page: BinPage;
  choice: ListChoice;
  isStale: boolean;
  onChoice: (choice: ListChoice) => void;
};

function Results({ page: { items, found }, choice, isStale, onChoice }: ResultsProps) {
  const { restore, remove, removing, setRemoving } = useBin();
  if (found === 0 && choice.search.trim() !== '') {
    return <EmptyState icon={IconSearch} title="Nothing found." />;
  }
  if (found === 0) {
    return (
      <EmptyState
        icon={IconTrash}
        title="The trash is empty."
        action={<ButtonLink to={ROUTES.submissions}>Go to Photo Submissions</ButtonLink>}
      >
        Projects, submissions and files you delete are kept here for a while.
      </EmptyState>
    );
  }
  return (
    <>
      <BinTable
        rows={items}
        found={found}
        choice={choice}
        isStale={isStale}
        isBusy={restore.isPending}
        onChoice={(changes) => onChoice({ ...choice, ...changes })}
        onRestore={restore.mutate}
        onRemove={setRemoving}
      />
      {removing ? (
        <DeleteForGood
          item={removing}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ kind: removing.kind, id: removing.id })}
          onClose={() => setRemoving(null)}
        />
      ) : null}
    </>
  );
}

function useBin() {
  const queryClient = useQueryClient();
  const open = useOpen();
  const [removing, setRemoving] = useState<BinItem | null>(null);
  const withToasts = useMutationToasts(api.bin.list.key());
  const restoring = useMutation(
    api.bin.restore.mutationOptions({
      onError: (error) => toast.failure('Failed to restore', error),
      // A restored item may appear in any list.
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  const restore = {
    isPending: restoring.isPending,
    mutate: (item: BinItem) =>
      restoring.mutate(
        { kind: item.kind, id: item.id },
        { onSuccess: () => toast.offer(`${item.name} restored`, 'Open', () => open(item)) },
      ),
  };
  const remove = useMutation(
    api.bin.remove.mutationOptions(
      withToasts('Deleted for good', 'Failed to delete', () => setRemoving(null)),
    ),
  );
  return { restore, remove, removing, setRemoving };
}

function useOpen() {
  const navigate = useNavigate();
  return ({ kind, id }: BinItem) => {
    if (kind === 'project') {
      return void navigate({ to: ROUTES.operatorProject, params: { projectId: id } });
    }
    if (kind === 'submission') {
      return void navigate({ to: ROUTES.submission, params: { submissionId: id } });
    }
    void navigate({ to: ROUTES.files });
  };
}
