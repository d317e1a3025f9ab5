import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { importWithRetry } from '#web/lib/import-with-retry.ts';
import { useCloseOnBack } from '../close-on-back.ts';

const Viewer = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/features/viewer/viewer.tsx'))).Viewer,
}));

type StaffViewerProps = {
  submission: StaffSubmission;
  timeZone: string;
  fileId: string;
  onClose: () => void;
};

/** The media viewer on a submission that clients may not see yet. */
export function StaffViewer({ submission, timeZone, fileId, onClose }: StaffViewerProps) {
  const queryClient = useQueryClient();
  useCloseOnBack(onClose);
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
    <Suspense>
      <Viewer
        submissions={[submission]}
        loadFiles={loadFiles}
        initialMode="single"
        initialFile={{ submissionId: submission.id, fileId }}
        timeZone={timeZone}
        onClose={onClose}
      />
    </Suspense>
  );
}
