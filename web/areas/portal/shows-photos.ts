import type { Submission } from '#domain/submissions.ts';
import { filmCount } from '#web/submissions/published/linked-films.ts';

type Counted = Parameters<typeof filmCount>[0] &
  Pick<Submission, 'photoCount' | 'fileCount' | 'mapEmbedUrl'>;

/** Whether a week has a photo section: not if it has no photos but a map, video, or document. */
export const showsPhotos = (submission: Counted): boolean => {
  const { photoCount, fileCount, mapEmbedUrl } = submission;
  return photoCount > 0 || (fileCount === 0 && mapEmbedUrl === null && filmCount(submission) === 0);
};
