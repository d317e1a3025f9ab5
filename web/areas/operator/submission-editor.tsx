import { Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { memo, useState, useCallback } from 'react';
import type { StaffFile } from '#domain/files.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { SaveToDrive } from '#web/drive/transfers/save-to-drive.tsx';
import { EvidenceButton } from '#web/sharing/evidence/evidence-button.tsx';
import { CreateShareLink } from '#web/sharing/share-links/create-share-link.tsx';
import { ArchiveButton } from '#web/submissions/archive-button.tsx';
import { ClockCard } from '#web/submissions/clock/clock-card.tsx';
import { DeleteSubmission } from '#web/submissions/delete-submission.tsx';
import { LeaveGuard } from '#web/submissions/editor/leave-guard.tsx';
import { useEmbedding } from '#web/submissions/editor/use-embedding.ts';
import { useFolderField } from '#web/submissions/editor/use-folder-field.ts';
import { useSubmissionForm } from '#web/submissions/editor/use-submission-form.ts';
import { SubmissionViewpoints } from '#web/viewpoints/staff/submission-viewpoints.tsx';
import { abandonUploads } from '#web/files/uploads/upload-queues.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { Parts } from '#web/ui/error-boundary.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import {
  EditorDetails,
  EditorMedia,
  EditorPublication,
  EditorSchedule,
} from './submission-editor-parts.tsx';
import classes from './submission-screen.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { LazyViewer } from '#web/files/viewer/lazy-viewer.tsx';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';

type SubmissionEditorProps = { submission: StaffSubmission; timeZone: string };

/** What an operator does with a submission. Its parts hear of its files themselves, which change often. */
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
          <Parts>
            <EditorPublication
              submission={submission}
              timeZone={timeZone}
              onBeforePublish={details.save}
              onShare={share.open}
            />
          </Parts>
        </div>
        <div className={classes.media}>
          <Parts>
            <EditorMedia
              submission={submission}
              timeZone={timeZone}
              contentText={details.form.values.contentText}
              copies={submission.driveCopies}
              onFolder={fillFolder}
              onOpen={setOpenFile}
              onEmbed={embedding.embed}
            />
          </Parts>
        </div>
        <div className={classes.details}>
          <Parts>
            {status === 'draft' ? (
              <EditorSchedule submission={submission} onBeforeSchedule={details.save} />
            ) : null}
            {status === 'draft' ? (
              <SubmissionViewpoints submissionId={id} timeZone={timeZone} />
            ) : null}
            {status === 'archived' ? null : <ClockCard submission={submission} />}
            <EditorDetails
              submissionId={id}
              details={details}
              isPublished={status === 'published'}
              timeZone={timeZone}
              onCursor={embedding.onCursor}
              onOpen={setOpenFile}
            />
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
          </Parts>
        </div>
      </div>
      <LeaveGuard
        isDirty={details.isDirty && !isDeleting}
        onLeave={status === 'draft' ? details.save : null}
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

/** The media viewer on a submission that clients may not see yet. */
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
      projectName={submission.projectName}
      timeZone={timeZone}
      onClose={onClose}
    />
  );
}
