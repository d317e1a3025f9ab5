import { type DriveLink, driveLinksIn, isDriveFile } from '#domain/drive-links.ts';
import type { Submission } from '#domain/submissions.ts';

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
