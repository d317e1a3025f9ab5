import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useDeferredValue, useMemo } from 'react';
import type { StaffFile } from '#domain/files.ts';
import { mostFrequentDay } from '#domain/weeks.ts';
import { usePendingImports } from '#web/features/drive/transfers/use-imports.ts';
import { publicationOf } from '#web/features/submissions/editor/publication.ts';
import { PublishCard } from '#web/features/submissions/editor/publish-card.tsx';
import { SubmissionDetails } from '#web/features/submissions/editor/submission-details.tsx';
import { FileGrid } from '#web/features/submissions/files/file-grid.tsx';
import { RasterPanel } from '#web/features/submissions/rasters/raster-panel.tsx';
import { useUploadCounts } from '#web/features/uploads/use-uploads.ts';
import { api } from '#web/lib/api.ts';
import { dayOf } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { type FailedQuery, LoadError } from '#web/ui/states.tsx';
import { type MediaTab, MediaTabs } from './media-tabs.tsx';

/** The files of a submission, drawn in small parts: they may be hundreds, and change as they are processed. */
function useFiles(submissionId: string) {
  const query = useQuery(api.files.list.queryOptions({ input: { submissionId } }));
  return { query, list: useDeferredValue(query.data?.files) };
}

const NO_FILES: StaffFile[] = [];

type EditorPublicationProps = Omit<ComponentProps<typeof PublishCard>, 'publication'>;

export function EditorPublication(props: EditorPublicationProps) {
  const { submission } = props;
  const { list } = useFiles(submission.id);
  const { uploading, notUploaded } = useUploadCounts(submission.id, list ?? NO_FILES);
  const importing = usePendingImports(submission.id);
  const input = { submissionId: submission.id };
  const maps = useQuery(api.rasters.list.queryOptions({ input })).data?.rasters;
  const publication = useMemo(
    () =>
      list ? publicationOf(list, submission, { uploading, notUploaded, importing }, maps) : null,
    [list, submission, uploading, notUploaded, importing, maps],
  );
  return <PublishCard {...props} publication={publication} />;
}

type EditorMediaProps = Omit<ComponentProps<typeof MediaTabs>, 'tab' | 'onTab' | 'hasFiles'> & {
  onOpen: (file: StaffFile) => void;
  onEmbed: (files: readonly StaffFile[]) => void;
};

/** Which of the ways in is shown, as the address says it: one comes back to it from Google. */
function useMediaTab() {
  const tab = useSearch({ strict: false, select: ({ media }): MediaTab => media ?? 'upload' });
  const navigate = useNavigate();
  const onTab = (next: MediaTab) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, media: next === 'drive' ? next : undefined }),
      replace: true,
      resetScroll: false,
    });
  return { tab, onTab };
}

/** The ways in for files, and those that are there. */
export function EditorMedia({ onOpen, onEmbed, ...ways }: EditorMediaProps) {
  const { submissionId, timeZone } = ways;
  const { query, list } = useFiles(submissionId);
  return (
    <>
      <MediaTabs {...useMediaTab()} hasFiles={list === undefined || list.length > 0} {...ways} />
      {list?.length === 0 ? null : (
        <Section title="Files">
          {list ? (
            <FileGrid
              submissionId={submissionId}
              files={list}
              timeZone={timeZone}
              onOpen={onOpen}
              onEmbed={onEmbed}
            />
          ) : (
            <FilesPending query={query} />
          )}
        </Section>
      )}
      {list?.some(({ kind }) => kind === 'raster') ? (
        <RasterPanel submissionId={submissionId} />
      ) : null}
    </>
  );
}

type EditorDetailsProps = Omit<ComponentProps<typeof SubmissionDetails>, 'takenOn' | 'files'> & {
  submissionId: string;
};

export function EditorDetails({ submissionId, ...props }: EditorDetailsProps) {
  const { timeZone } = props;
  const { list } = useFiles(submissionId);
  const takenOn = useMemo(() => {
    const times = list?.flatMap(({ capturedAt }) => capturedAt ?? []) ?? [];
    return mostFrequentDay(times.map((time) => dayOf(time, timeZone)));
  }, [list, timeZone]);
  return <SubmissionDetails {...props} takenOn={takenOn} files={list ?? null} />;
}

function FilesPending({ query }: { query: FailedQuery }) {
  return query.error ? (
    <LoadError title="Failed to load files from database" query={query} />
  ) : (
    <Skeleton height={240} aria-label="Loading files" />
  );
}
