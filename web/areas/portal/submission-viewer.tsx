import { lazy, Suspense } from 'react';
import type { Submission } from '#domain/submissions.ts';
import { useLoadFiles } from '#web/features/submissions/published-files.ts';
import { importWithRetry } from '#web/lib/import-with-retry.ts';
import { useCloseOnBack } from '../close-on-back.ts';

const Viewer = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/features/viewer/viewer.tsx'))).Viewer,
}));

type SubmissionViewerProps = {
  submissions: readonly Submission[];
  timeZone: string;
  /**
   * The file to open; with `fileId` null its submission is compared with the one before, and without
   * it the two latest are.
   */
  file?: { submissionId: string; fileId: string | null } | undefined;
  onClose: () => void;
};

/** The media viewer on published submissions. */
export function SubmissionViewer({ submissions, timeZone, file, onClose }: SubmissionViewerProps) {
  const loadFiles = useLoadFiles();
  useCloseOnBack(onClose);
  return (
    <Suspense>
      <Viewer
        submissions={submissions}
        loadFiles={loadFiles}
        initialMode={file?.fileId ? 'single' : 'compare'}
        initialFile={file}
        timeZone={timeZone}
        onClose={onClose}
      />
    </Suspense>
  );
}
