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
  // Visitors of a share link are not given all of it.
  Partial<Pick<SubmissionFile, 'cameraModel' | 'sha256'>> &
  Pose;

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

export const isPhoto = (file: ViewerFile): boolean => file.kind === 'photo';

/** Photos and videos; maps and documents are not for the viewer. */
export const isShown = (file: ViewerFile): boolean =>
  file.kind === 'photo' || file.kind === 'video';
