import type { Submission } from '#domain/submissions.ts';
import { useLoadFiles } from '#web/features/submissions/api.ts';
import { LazyViewer } from '#web/features/viewer/lazy-viewer.tsx';

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
  return (
    <LazyViewer
      submissions={submissions}
      loadFiles={loadFiles}
      initialMode={file?.fileId ? 'single' : 'compare'}
      initialFile={file}
      timeZone={timeZone}
      onClose={onClose}
    />
  );
}
