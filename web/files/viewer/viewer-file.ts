import { fileTitle } from '#domain/file-titles.ts';
import type { SubmissionFile } from '#domain/files.ts';
import type { Submission } from '#domain/submissions.ts';
import type { Pose } from '#domain/viewpoints.ts';

export type ViewerFile = Pick<
  SubmissionFile,
  | 'id'
  | 'fileName'
  | 'fileType'
  | 'fileSize'
  | 'kind'
  | 'mediaUrl'
  | 'presets'
  | 'width'
  | 'height'
  | 'thumbhash'
  | 'capturedAt'
  | 'originalUrl'
  | 'errorMessage'
> &
  // Share links omit some of these, and older cached data may lack them.
  Partial<
    Pick<
      SubmissionFile,
      | 'cameraModel'
      | 'sha256'
      | 'photoType'
      | 'raw'
      | 'chapters'
      | 'alignment'
      | 'viewpointName'
      | 'viewpointOrder'
    >
  > &
  Pose & {
    /** Set by `shownFiles`. */
    title?: string;
    flightLogUrl?: string | null;
  };

export type ViewerSubmission = Pick<
  Submission,
  'id' | 'title' | 'recordedDate' | 'publishedAt' | 'createdAt' | 'photoCount' | 'videoCount'
> &
  Partial<Pick<Submission, 'cover'>>;

/**
 * Loads a submission's files in order; `isFresh` bypasses the cache, whose signed URLs may have expired. Rejects with
 * an Error whose message is shown.
 */
export type LoadFiles = (
  submissionId: string,
  options: { isFresh: boolean },
) => Promise<readonly ViewerFile[]>;

/** Calls back with a submission's files whenever they change. Returns a function that unsubscribes. */
export type WatchFiles = (
  submissionId: string,
  onFiles: (files: readonly ViewerFile[]) => void,
) => () => void;

export const isPhoto = (file: ViewerFile): boolean => file.kind === 'photo';

const SUBTITLES = 'application/x-subrip';
const stemOf = (fileName: string) => fileName.replace(/\.[^.]*$/, '').toLowerCase();

export function shownFiles(files: readonly ViewerFile[]): ViewerFile[] {
  const logs = files.filter(({ fileType }) => fileType === SUBTITLES);
  return files.flatMap((file) => {
    const title = fileTitle(files, file);
    if (isPhoto(file)) return [{ ...file, title }];
    if (file.kind !== 'video') return [];
    const log = logs.find(({ fileName }) => stemOf(fileName) === stemOf(file.fileName));
    return [{ ...file, title, flightLogUrl: log?.originalUrl ?? null }];
  });
}
