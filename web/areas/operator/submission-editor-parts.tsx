import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentProps, useDeferredValue, useMemo } from 'react';
import type { StaffFile } from '#domain/files.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { mostFrequentDay } from '#domain/weeks.ts';
import { usePendingImports } from '#web/drive/transfers/use-imports.ts';
import { ElsewhereSection } from '#web/submissions/elsewhere/elsewhere-section.tsx';
import { elsewhereWarnings } from '#web/submissions/elsewhere/elsewhere-text.ts';
import { publicationOf } from '#web/submissions/editor/publication.ts';
import { PublishCard } from '#web/submissions/editor/publish-card.tsx';
import { ScheduleCard } from '#web/submissions/editor/schedule-card.tsx';
import { SubmissionDetails } from '#web/submissions/editor/submission-details.tsx';
import { FileGrid } from '#web/submissions/files/file-grid.tsx';
import { RasterPanel } from '#web/submissions/rasters/raster-panel.tsx';
import { useUploadCounts } from '#web/files/uploads/use-uploads.ts';
import { MapBuildsSection } from '#web/maps/builds/map-builds-section.tsx';
import { api } from '#web/lib/api.ts';
import { dayOf } from '#web/lib/formats.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { Section } from '#web/ui/section.tsx';
import { type FailedQuery, LoadError } from '#web/ui/states.tsx';
import { type MediaTab, MediaTabs } from './media-tabs.tsx';

/** Each part uses a small slice of the file list, which can be long and changes while files are processed. */
function useFiles(submissionId: string) {
  const query = useQuery(api.files.list.queryOptions({ input: { submissionId } }));
  return { query, list: useDeferredValue(query.data?.files) };
}

const NO_FILES: StaffFile[] = [];

type EditorPublicationProps = Omit<
  ComponentProps<typeof PublishCard>,
  'publication' | 'filesElsewhere'
>;

export function EditorPublication(props: EditorPublicationProps) {
  const { submission } = props;
  const { list } = useFiles(submission.id);
  const { uploading, notUploaded } = useUploadCounts(submission.id);
  const importing = usePendingImports(submission.id);
  const elsewhere = useElsewhere(submission.id);
  const known = elsewhere.data;
  const units = useUnits();
  const publication = useMemo(() => {
    // If the request failed, there are no warnings, and the server refuses to publish files from elsewhere.
    if (!list || elsewhere.isPending) return null;
    const warnings = known ? elsewhereWarnings(known, submission.projectName, units) : [];
    return publicationOf(list, submission, { uploading, notUploaded, importing }, warnings);
  }, [list, submission, uploading, notUploaded, importing, known, elsewhere.isPending, units]);
  const filesElsewhere = known?.files.map(({ fileId }) => fileId) ?? [];
  return <PublishCard {...props} publication={publication} filesElsewhere={filesElsewhere} />;
}

const useElsewhere = (id: string) =>
  useQuery(api.submissions.elsewhere.queryOptions({ input: { id } }));

export function EditorSchedule(props: Omit<ComponentProps<typeof ScheduleCard>, 'elsewhere'>) {
  const { data } = useElsewhere(props.submission.id);
  return <ScheduleCard {...props} elsewhere={data} />;
}

type EditorMediaProps = Omit<
  ComponentProps<typeof MediaTabs>,
  'tab' | 'onTab' | 'hasFiles' | 'projectId' | 'submissionId'
> & {
  submission: StaffSubmission;
  onOpen: (file: StaffFile) => void;
  onEmbed: (files: readonly StaffFile[]) => void;
};

/** The tab is in the URL, because connecting Google Drive returns to it. */
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

export function EditorMedia({ submission, onOpen, onEmbed, ...mediaProps }: EditorMediaProps) {
  const { id: submissionId, projectId } = submission;
  const { timeZone } = mediaProps;
  const { query, list } = useFiles(submissionId);
  const photos = (list ?? NO_FILES).filter(({ kind }) => kind === 'photo');
  return (
    <>
      <MediaTabs
        {...useMediaTab()}
        {...{ projectId, submissionId }}
        hasFiles={list === undefined || list.length > 0}
        {...mediaProps}
      />
      <ElsewhereSection submission={submission} files={list ?? NO_FILES} onOpen={onOpen} />
      <MapBuildsSection {...{ submissionId, photos, timeZone }} />
      {list?.length === 0 ? null : (
        <Section title="Files">
          {list ? (
            <FileGrid
              submission={submission}
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
