import { Button, SimpleGrid, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFiles, IconSearch, IconUpload } from '@tabler/icons-react';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import { STORED_FILE_SORTS, type StoredFile, type StoredFileList } from '#domain/stored-files.ts';
import { DeleteFile } from '#web/files/stored-files/delete-file.tsx';
import { StoredFileTable } from '#web/files/stored-files/stored-file-table.tsx';
import { StandaloneUploads } from '#web/files/stored-files/standalone-uploads.tsx';
import { UploadFiles } from '#web/files/stored-files/upload-files.tsx';
import { api } from '#web/lib/api.ts';
import { type ListChoice, clampPage, toListQuery, useDebouncedText } from '#web/lib/list-choice.ts';
import { TableSkeleton } from '#web/ui/data-table.tsx';
import { FilterBar, SearchInput } from '#web/ui/filter-bar.tsx';
import { useHistoryState } from '#web/ui/history-state.ts';
import { Page } from '#web/ui/page.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';

export function FilesScreen() {
  const [choice, setChoice] = useHistoryState<ListChoice>('choice', { search: '', page: 0 });
  const [isUploading, dialog] = useDisclosure(false);
  const searched = { ...choice, search: useDebouncedText(choice.search) };
  const query = useQuery(
    api.storedFiles.list.queryOptions({
      input: toListQuery(searched, STORED_FILE_SORTS),
      placeholderData: keepPreviousData,
    }),
  );
  clampPage(query, choice, setChoice);
  const counts = query.data?.counts;
  return (
    <Page
      title="File Management"
      subtitle="Files from all submissions, and files for individual clients"
      actions={
        <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={dialog.open}>
          Upload Files
        </Button>
      }
    >
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'xs', xs: 'md' }}>
          <StatCard label="Total Files" value={counts?.total} />
          <StatCard label="Videos" value={counts?.videos} />
          <StatCard label="Images" value={counts?.images} />
          <StatCard label="Storage Used" value={counts ? byteSize(counts.bytes) : undefined} />
        </SimpleGrid>
        <StandaloneUploads />
        <FilterBar>
          <SearchInput
            label="Search files"
            value={choice.search}
            onChange={(search) => setChoice({ ...choice, search, page: 0 })}
          />
        </FilterBar>
        <Results query={query} choice={choice} onChoice={setChoice} onUpload={dialog.open} />
      </Stack>
      <UploadFiles isOpen={isUploading} onClose={dialog.close} />
    </Page>
  );
}

type ResultsProps = {
  query: UseQueryResult<StoredFileList>;
  choice: ListChoice;
  onChoice: (choice: ListChoice) => void;
  onUpload: () => void;
};

function Results({ query, choice, onChoice, onUpload }: ResultsProps) {
  const [deleting, setDeleting] = useState<StoredFile | null>(null);
  if (query.isPending) return <TableSkeleton label="Loading files" />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load files from database" query={query} />;
  }
  const { storedFiles, found, foundMore, counts } = query.data;
  if (counts.total === 0) {
    return (
      <EmptyState
        icon={IconFiles}
        title="No files uploaded yet..."
        action={<Button onClick={onUpload}>Upload Files</Button>}
      />
    );
  }
  if (found === 0) return <EmptyState icon={IconSearch} title="No files found." />;
  return (
    <>
      <StoredFileTable
        rows={storedFiles}
        found={found}
        foundMore={foundMore}
        choice={choice}
        isStale={query.isPlaceholderData}
        onChoice={(changes) => onChoice({ ...choice, ...changes })}
        onDelete={setDeleting}
      />
      {deleting ? <DeleteFile file={deleting} onClose={() => setDeleting(null)} /> : null}
    </>
  );
}
