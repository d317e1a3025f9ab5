import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { LazyViewer } from '#web/files/viewer/lazy-viewer.tsx';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';

type StaffViewerProps = {
  submission: StaffSubmission;
  timeZone: string;
  fileId: string;
  onClose: () => void;
};

/** The media viewer on a submission that clients may not see yet. */
export function StaffViewer({ submission, timeZone, fileId, onClose }: StaffViewerProps) {
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
