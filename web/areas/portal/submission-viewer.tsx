import type { Project } from '#domain/projects.ts';
import type { Submission } from '#domain/submissions.ts';
import { useLoadFiles, useWatchFiles } from '#web/submissions/api.ts';
import { LazyViewer } from '#web/files/viewer/lazy-viewer.tsx';
import type { Opening } from '#web/files/viewer/opening.ts';

type SubmissionViewerProps = {
  submissions: readonly Submission[];
  project: Pick<Project, 'id' | 'name' | 'timeZone'>;
  /**
   * If `opening` has no file, compares the two latest submissions. If its file has no `fileId`, compares that
   * submission with the previous one.
   */
  opening: Opening;
  onClose: () => void;
};

export function SubmissionViewer({
  submissions,
  project,
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
      projectName={project.name}
      timeZone={project.timeZone}
      pins={{ projectId: project.id }}
      onClose={onClose}
    />
  );
}
