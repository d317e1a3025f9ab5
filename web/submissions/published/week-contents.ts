import { type DriveLink, driveLinksIn, isDriveFile } from '#domain/drive-links.ts';
import type { Submission } from '#domain/submissions.ts';
import { type FileCounts, fileParts, type StaffFileCounts } from '#domain/file-counts.ts';
import { count, counted } from '#web/lib/formats.ts';

/** Whether a link leads to what is shown as a film. */
export const isFilm = (link: DriveLink): boolean =>
  isDriveFile(link) && link.fileType === 'video/mp4';

type WithText = Pick<Submission, 'contentText'> & Partial<Pick<Submission, 'driveCopies'>>;

/** The films in Google Drive that a submission's text links to and that are not here. */
export const linkedFilms = ({ contentText, driveCopies = {} }: WithText): DriveLink[] =>
  driveLinksIn(contentText ?? '').filter((link) => isFilm(link) && !driveCopies[link.id]);

/** Its films: those that are here and those that it links to. */
export const filmCount = (submission: WithText & Pick<Submission, 'videoCount'>): number =>
  submission.videoCount + linkedFilms(submission).length;

type WithDocuments = Pick<
  Submission,
  'photoCount' | 'videoCount' | 'mapCount' | 'fileCount' | 'googleDriveFolderUrl'
>;

/** Whether a submission has more to download than its galleries show: documents, other files, a folder in Google Drive. */
export const hasDocuments = (submission: WithDocuments): boolean =>
  submission.googleDriveFolderUrl !== null ||
  submission.fileCount > submission.photoCount + submission.videoCount + submission.mapCount;

type WithPhotos = Parameters<typeof filmCount>[0] &
  Pick<Submission, 'photoCount' | 'fileCount' | 'mapEmbedUrl'>;

/** Whether a week has a photo section: not if it has no photos but a map, video, or document. */
export const showsPhotos = (submission: WithPhotos): boolean => {
  const { photoCount, fileCount, mapEmbedUrl } = submission;
  return photoCount > 0 || (fileCount === 0 && mapEmbedUrl === null && filmCount(submission) === 0);
};

/** Whether photos of one week can be laid beside those of another. */
export const canCompare = (weeks: readonly Pick<Submission, 'photoCount'>[]): boolean =>
  weeks.filter(({ photoCount }) => photoCount > 0).length > 1;

/** What was recorded, in numbers that add up to all files: '8 photos, 3 maps, 1 failed'. */
export function mediaCount(counts: FileCounts & Partial<StaffFileCounts>): string {
  const parts = fileParts(counts).map((part) =>
    part.isKind ? counted(part.count, part.name) : `${count(part.count)} ${part.name}`,
  );
  return parts.join(', ') || 'No files';
}
