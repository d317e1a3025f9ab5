import type { Submission } from '#domain/submissions.ts';
import { useLoadFiles, useWatchFiles } from '#web/submissions/api.ts';
import { LazyViewer } from '#web/files/viewer/lazy-viewer.tsx';
import type { Opening } from '#web/files/viewer/opening.ts';

type SubmissionViewerProps = {
  submissions: readonly Submission[];
  timeZone: string;
  /** Without a file the two latest are compared, without its `fileId` its submission and the one before. */
  opening: Opening;
  onClose: () => void;
};

/** The media viewer on published submissions. */
export function SubmissionViewer({
  submissions,
  timeZone,
  opening,
  onClose,
}: SubmissionViewerProps) {
  const loadFiles = useLoadFiles();
  const watchFiles = useWatchFiles();
  return (
    <LazyViewer
      submissions={submissions}
      loadFiles={loadFiles}
      watchFiles={watchFiles}
      opening={opening}
      timeZone={timeZone}
      onClose={onClose}
    />
  );
}
