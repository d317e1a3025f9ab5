import { fileTitle } from '#domain/file-titles.ts';
import type { SubmissionFile } from '#domain/files.ts';
import type { Submission } from '#domain/submissions.ts';
import type { Pose } from '#domain/viewpoints.ts';

/** A file as the viewer needs it, for clients and share link visitors. */
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
  // Share links omit some of these, and cached data may be older.
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
    /** The displayed title; set by `shownFiles`. */
    title?: string;
    /** URL of a video's flight data. */
    flightLogUrl?: string | null;
  };

/** A submission as the viewer needs it, before its files are loaded. */
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

/** Calls back with a submission's files on each change. Returns a function to stop. */
export type WatchFiles = (
  submissionId: string,
  onFiles: (files: readonly ViewerFile[]) => void,
) => () => void;

export const isPhoto = (file: ViewerFile): boolean => file.kind === 'photo';

const SUBTITLES = 'application/x-subrip';
const stemOf = (fileName: string) => fileName.replace(/\.[^.]*$/, '').toLowerCase();

/** Photos and videos with their flight data, without maps and documents. */
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
