import { type DriveLink, driveLinksIn, isDriveFile } from '#domain/drive-links.ts';
import type { Submission } from '#domain/submissions.ts';
import { type FileCounts, fileParts, type StaffFileCounts } from '#domain/file-counts.ts';
import { count, counted } from '#web/lib/formats.ts';

export const isVideoLink = (link: DriveLink): boolean =>
  isDriveFile(link) && link.fileType === 'video/mp4';

type WithText = Pick<Submission, 'contentText'> & Partial<Pick<Submission, 'driveCopies'>>;

/** Linked videos in Google Drive that weren't imported. */
export const linkedVideos = ({ contentText, driveCopies = {} }: WithText): DriveLink[] =>
  driveLinksIn(contentText ?? '').filter((link) => isVideoLink(link) && !driveCopies[link.id]);

export const countVideos = (submission: WithText & Pick<Submission, 'videoCount'>): number =>
  submission.videoCount + linkedVideos(submission).length;

type WithDocuments = Pick<
  Submission,
  'photoCount' | 'videoCount' | 'mapCount' | 'fileCount' | 'googleDriveFolderUrl'
>;

/** Whether the submission has downloads outside of the galleries: documents, other files or a Google Drive folder. */
export const hasDocuments = (submission: WithDocuments): boolean =>
  submission.googleDriveFolderUrl !== null ||
  submission.fileCount > submission.photoCount + submission.videoCount + submission.mapCount;

type WithPhotos = Parameters<typeof countVideos>[0] &
  Pick<Submission, 'photoCount' | 'fileCount' | 'mapEmbedUrl'>;

/** False if the submission has no photos but does have a map, video, or document. */
export const showsPhotos = (submission: WithPhotos): boolean => {
  const { photoCount, fileCount, mapEmbedUrl } = submission;
  return (
    photoCount > 0 || (fileCount === 0 && mapEmbedUrl === null && countVideos(submission) === 0)
  );
};

export const canCompare = (weeks: readonly Pick<Submission, 'photoCount'>[]): boolean =>
  weeks.filter(({ photoCount }) => photoCount > 0).length > 1;

/** The numbers add up to all files: '8 photos, 3 maps, 1 failed'. */
export function mediaCount(counts: FileCounts & Partial<StaffFileCounts>): string {
  const parts = fileParts(counts).map((part) =>
    part.isKind ? counted(part.count, part.name) : `${count(part.count)} ${part.name}`,
  );
  return parts.join(', ') || 'No files';
}
