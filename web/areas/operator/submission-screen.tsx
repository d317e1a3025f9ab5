import { Button, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPhoto, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { StaffFile } from '#domain/files.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { ClockCard } from '#web/features/submissions/clock/clock-card.tsx';
import { ArchiveButton } from '#web/features/submissions/archive-button.tsx';
import { CreateShareLink } from '#web/features/share-links/create-share-link.tsx';
import { DeleteSubmission } from '#web/features/submissions/delete-submission.tsx';
import { FileGrid } from '#web/features/submissions/files/file-grid.tsx';
import { LeaveGuard } from '#web/features/submissions/editor/leave-guard.tsx';
import { publicationOf } from '#web/features/submissions/editor/publication.ts';
import { PublishCard } from '#web/features/submissions/editor/publish-card.tsx';
import { ScheduleCard } from '#web/features/submissions/editor/schedule-card.tsx';
import { SubmissionDetails } from '#web/features/submissions/editor/submission-details.tsx';
import { mostFrequentDay } from '#web/features/submissions/submission-form.ts';
import { useSubmissionForm } from '#web/features/submissions/editor/use-submission-form.ts';
import { UploadPanel } from '#web/features/uploads/upload-panel.tsx';
import { abandonUploads } from '#web/features/uploads/queue/upload-queues.ts';
import { usePendingUploads } from '#web/features/uploads/use-uploads.ts';
import { api } from '#web/lib/api.ts';
import { isRefused } from '#web/lib/error-messages.ts';
import { dayOf, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { BackLink, ButtonLink } from '#web/ui/links.tsx';
import { Page, usePageTitle } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { EmptyState, type FailedQuery, LoadError } from '#web/ui/states.tsx';
import { StaffViewer } from './staff-viewer.tsx';
import classes from './submission-screen.module.css';

/** The editor of one submission: from the files of a card to what clients see. */
export function SubmissionScreen() {
  const { submissionId = '' } = useParams({ strict: false });
  const submission = useQuery(api.submissions.get.queryOptions({ input: { id: submissionId } }));
  const projectId = submission.data?.projectId;
  const project = useQuery(
    api.projects.get.queryOptions({
      input: { id: projectId ?? '' },
      enabled: projectId !== undefined,
    }),
  );
  return (
    <Stack gap="md">
      <BackLink to={ROUTES.submissions}>Back to Photo Submissions</BackLink>
      {submission.isError && (!submission.data || isRefused(submission.error)) ? (
        <NotLoaded query={submission} />
      ) : null}
      {submission.isPending || (submission.data && project.isPending) ? (
        <Skeleton height={480} aria-label="Loading submission" />
      ) : null}
      {submission.data && !isRefused(submission.error) && !project.isPending ? (
        <Editor
          key={submissionId}
          submission={submission.data}
          timeZone={project.data?.timeZone ?? DEFAULT_TIME_ZONE}
        />
      ) : null}
    </Stack>
  );
}

function NotLoaded({ query }: { query: FailedQuery }) {
  if (!isRefused(query.error)) return <LoadError title="Failed to load content" query={query} />;
  return <NotFound />;
}

function NotFound() {
  usePageTitle('Submission not found');
  return (
    <EmptyState
      icon={IconPhoto}
      title="Submission not found"
      action={<ButtonLink to={ROUTES.submissions}>Photo Submissions</ButtonLink>}
    >
      It may have been deleted.
    </EmptyState>
  );
}

type EditorProps = { submission: StaffSubmission; timeZone: string };

function Editor({ submission, timeZone }: EditorProps) {
  const { id, projectId, title, projectName, companyName } = submission;
  const navigate = useNavigate();
  const details = useSubmissionForm(submission, timeZone);
  const files = useQuery(api.files.list.queryOptions({ input: { submissionId: id } }));
  const uploading = usePendingUploads(id);
  const [openFile, setOpenFile] = useState<StaffFile | null>(null);
  const [isSharing, share] = useDisclosure(false);
  const [isDeleting, deletion] = useDisclosure(false);
  const list = files.data?.files;
  const takenOn = useMemo(() => {
    const times = list?.flatMap(({ capturedAt }) => capturedAt ?? []) ?? [];
    return mostFrequentDay(times.map((time) => dayOf(time, timeZone)));
  }, [list, timeZone]);
  return (
    <Page title={title} subtitle={`${projectName} · ${companyName}`}>
      <div className={classes.columns}>
        <div className={classes.publication}>
          <PublishCard
            submission={submission}
            timeZone={timeZone}
            publication={list ? publicationOf(list, uploading) : null}
            onBeforePublish={details.save}
            onShare={share.open}
          />
        </div>
        <div className={classes.media}>
          <UploadPanel submissionId={id} hasFiles={list === undefined || list.length > 0} />
          {list?.length === 0 ? null : (
            <Section title="Files">
              {list ? (
                <FileGrid submissionId={id} files={list} timeZone={timeZone} onOpen={setOpenFile} />
              ) : (
                <FilesPending query={files} />
              )}
            </Section>
          )}
        </div>
        <div className={classes.details}>
          {submission.status === 'draft' ? (
            <ScheduleCard submission={submission} onBeforeSchedule={details.save} />
          ) : null}
          {submission.status === 'archived' ? null : <ClockCard submission={submission} />}
          <SubmissionDetails details={details} timeZone={timeZone} takenOn={takenOn} />
          <Stack gap={4}>
            <ArchiveButton submission={submission} />
            <Button
              variant="subtle"
              color="red"
              fullWidth
              leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />}
              onClick={deletion.open}
            >
              Delete Submission
            </Button>
          </Stack>
        </div>
      </div>
      <LeaveGuard isDirty={details.isDirty && !isDeleting} />
      <CreateShareLink
        isOpen={isSharing}
        about={{ projectId, submissionId: id }}
        onClose={share.close}
      />
      <DeleteSubmission
        submission={isDeleting ? submission : null}
        onDeleted={() => {
          abandonUploads(id);
          void navigate({ to: ROUTES.submissions, replace: true });
        }}
        onClose={deletion.close}
      />
      {openFile ? (
        <StaffViewer
          submission={submission}
          timeZone={timeZone}
          fileId={openFile.id}
          onClose={() => setOpenFile(null)}
        />
      ) : null}
    </Page>
  );
}

function FilesPending({ query }: { query: FailedQuery }) {
  return query.error ? (
    <LoadError title="Failed to load files from database" query={query} />
  ) : (
    <Skeleton height={240} aria-label="Loading files" />
  );
}
