import type { Submission } from '#domain/submissions.ts';

type Counted = Pick<
  Submission,
  'photoCount' | 'videoCount' | 'mapCount' | 'fileCount' | 'googleDriveFolderUrl'
>;

/** Whether a submission has more to download than its galleries show: documents, other files, a folder in Google Drive. */
export const hasDocuments = (submission: Counted): boolean =>
  submission.googleDriveFolderUrl !== null ||
  submission.fileCount > submission.photoCount + submission.videoCount + submission.mapCount;
