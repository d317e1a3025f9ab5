import { fileTitle } from '#domain/file-titles.ts';
import type { SubmissionFile } from '#domain/files.ts';
import type { Submission } from '#domain/submissions.ts';
import type { Pose } from '#domain/viewpoints.ts';

/** A file as the viewer needs it; both what clients and what share visitors get will do. */
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
  // Visitors of a share link are not given all of it, and what a browser kept may be older.
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
    /** Of a film: where the notes are that the drone made beside it. */
    flightLogUrl?: string | null;
  };

/** A submission as the viewer needs it, before its files are loaded. */
export type ViewerSubmission = Pick<
  Submission,
  'id' | 'title' | 'recordedDate' | 'publishedAt' | 'createdAt' | 'photoCount' | 'videoCount'
> &
  Partial<Pick<Submission, 'cover'>>;

/**
 * Fetches the files of one submission, in their order; `isFresh` passes by what is already known,
 * because its signed addresses may be too old. Rejects with an Error in words for a person.
 */
export type LoadFiles = (
  submissionId: string,
  options: { isFresh: boolean },
) => Promise<readonly ViewerFile[]>;

/** Calls with the files of a submission each time they change; answers how to stop that. */
export type WatchFiles = (
  submissionId: string,
  onFiles: (files: readonly ViewerFile[]) => void,
) => () => void;

export const isPhoto = (file: ViewerFile): boolean => file.kind === 'photo';

const SUBTITLES = 'application/x-subrip';
const stemOf = (fileName: string) => fileName.replace(/\.[^.]*$/, '').toLowerCase();

/** Photos and films, these with the notes of their flight; maps and documents are not for the viewer. */
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
