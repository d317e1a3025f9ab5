import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash, IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { memo, useState, useCallback } from 'react';
import type { StaffFile } from '#domain/files.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { SaveToDrive } from '#web/drive/transfers/save-to-drive.tsx';
import { EvidenceButton } from '#web/sharing/evidence/evidence-button.tsx';
import { CreateShareLink } from '#web/sharing/share-links/create-share-link.tsx';
import { SubmissionVisit } from '#web/submissions/visits/visit-select.tsx';
import { ClockCard } from '#web/submissions/clock/clock-card.tsx';
import { DeleteSubmission } from '#web/submissions/delete-submission.tsx';
import { useEmbedding, useFolderField } from '#web/submissions/editor/filled-fields.ts';
import { useSubmissionForm } from '#web/submissions/editor/use-submission-form.ts';
import { FlightRecordCard } from '#web/submissions/flight-record/flight-record-card.tsx';
import { SubmissionViewpoints } from '#web/viewpoints/staff/submission-viewpoints.tsx';
import { WeekApproval } from '#web/files/pins/week-approval.tsx';
import { abandonUploads } from '#web/files/uploads/upload-queues.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ErrorBoundaries } from '#web/ui/error-boundary.tsx';
import { LeaveGuard } from '#web/ui/leave-guard.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import {
  EditorDetails,
  EditorMedia,
  EditorPublication,
  EditorSchedule,
} from './submission-editor-parts.tsx';
import classes from './submission-screen.module.css';
import { useQueryClient, useMutation } from '@tanstack/react-query';
import { LazyViewer } from '#web/files/viewer/lazy-viewer.tsx';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { useAcceptSubmission } from '#web/submissions/api.ts';
import { toast } from '#web/ui/toast.ts';

type SubmissionEditorProps = { submission: StaffSubmission; timeZone: string };

/** Each part loads the file list itself, because the list changes often. */
export const SubmissionEditor = memo(function SubmissionEditor(props: SubmissionEditorProps) {
  const { submission, timeZone } = props;
  const { id, projectId, title, projectName, companyName, status } = submission;
  const navigate = useNavigate();
  const details = useSubmissionForm(submission, timeZone);
  const embedding = useEmbedding(details.form);
  const fillFolder = useFolderField(details.form);
  const [openFile, setOpenFile] = useState<StaffFile | null>(null);
  const [isSharing, share] = useDisclosure(false);
  const [isDeleting, deletion] = useDisclosure(false);
  return (
    <Page
      title={title}
      subtitle={
        <>
          <TextLink to={ROUTES.operatorProject} params={{ projectId }} inherit>
            {projectName}
          </TextLink>{' '}
          · {companyName}
        </>
      }
    >
      <div className={classes.columns}>
        <div className={classes.publication}>
          <ErrorBoundaries>
            <EditorPublication
              submission={submission}
              timeZone={timeZone}
              onBeforePublish={details.save}
              onShare={share.open}
            />
          </ErrorBoundaries>
        </div>
        <div className={classes.media}>
          <ErrorBoundaries>
            <EditorMedia
              submission={submission}
              timeZone={timeZone}
              contentText={details.form.values.contentText}
              copies={submission.driveCopies}
              onFolder={fillFolder}
              onOpen={setOpenFile}
              onEmbed={embedding.embed}
            />
          </ErrorBoundaries>
        </div>
        <div className={classes.details}>
          <ErrorBoundaries>
            {status === 'draft' ? (
              <EditorSchedule submission={submission} onBeforeSchedule={details.save} />
            ) : null}
            {status === 'draft' ? (
              <SubmissionViewpoints submissionId={id} timeZone={timeZone} />
            ) : null}
            {status === 'archived' ? null : <ClockCard submission={submission} />}
            {status === 'published' ? (
              <WeekApproval submissionId={id} request={{ projectId, title }} />
            ) : null}
            <SubmissionVisit submission={submission} />
            <EditorDetails
              submissionId={id}
              details={details}
              isPublished={status === 'published'}
              timeZone={timeZone}
              onCursor={embedding.onCursor}
              onOpen={setOpenFile}
            />
            <FlightRecordCard submissionId={id} />
            {status === 'published' ? <SaveToDrive submissionId={id} /> : null}
            <Stack gap={4}>
              <EvidenceButton scope={{ projectId, submissionId: id }} fullWidth />
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
          </ErrorBoundaries>
        </div>
      </div>
      <LeaveGuard
        isDirty={details.isDirty && !isDeleting}
        onLeave={status === 'draft' ? details.save : null}
        text="The details have unsaved changes. This browser keeps them until you come back."
      />
      <CreateShareLink
        isOpen={isSharing}
        about={{ projectId, submissionId: id }}
        onClose={share.close}
      />
      <DeleteSubmission
        submission={isDeleting ? submission : null}
        onDeleted={() => {
          details.discard();
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
});

type StaffViewerProps = {
  submission: StaffSubmission;
  timeZone: string;
  fileId: string;
  onClose: () => void;
};

function StaffViewer({ submission, timeZone, fileId, onClose }: StaffViewerProps) {
  const queryClient = useQueryClient();
  const loadFiles = useCallback(
    async (submissionId: string, { isFresh }: { isFresh: boolean }) => {
      const options = api.files.list.queryOptions({ input: { submissionId } });
      try {
        const staleTime = isFresh ? 0 : 'static';
        const { files } = await queryClient.query({ ...options, staleTime });
        return files.filter(({ state }) => state === 'ready');
      } catch (error) {
        throw new Error(errorMessage(error), { cause: error });
      }
    },
    [queryClient],
  );
  return (
    <LazyViewer
      submissions={[submission]}
      loadFiles={loadFiles}
      opening={{ mode: 'single', file: { submissionId: submission.id, fileId } }}
      hasAddress={false}
      pins={{ projectId: submission.projectId }}
      projectName={submission.projectName}
      timeZone={timeZone}
      onClose={onClose}
    />
  );
}

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

function ArchiveButton({ submission }: { submission: StaffSubmission }) {
  const { id, status } = submission;
  const isArchived = status === 'archived';
  const accept = useAcceptSubmission();
  const change = useMutation({
    mutationFn: () => api.submissions[isArchived ? 'restore' : 'archive'].call({ id }),
    onSuccess: async (changed) => {
      toast.success(
        isArchived ? `Restored as ${changed.status}` : 'Archived',
        isArchived ? null : "Clients can't see it. You can restore it at any time.",
      );
      await accept(changed);
    },
    onError: (error) => toast.failure('Failed to save content', error),
  });
  return (
    <Button
      variant="subtle"
      color="gray"
      fullWidth
      leftSection={isArchived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {isArchived ? 'Restore Submission' : 'Archive Submission'}
    </Button>
  );
}
