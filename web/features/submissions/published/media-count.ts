import type { Submission } from '#domain/submissions.ts';
import { counted } from '#web/lib/formats.ts';

/** What was recorded, in numbers that add up to all files: '8 photos, 1 video, 3 other files'. */
export function mediaCount({
  photoCount,
  videoCount,
  fileCount,
}: Pick<Submission, 'photoCount' | 'videoCount' | 'fileCount'>): string {
  const others = fileCount - photoCount - videoCount;
  return [
    counted(photoCount, 'photo'),
    counted(videoCount, 'video'),
    ...(others > 0 ? [counted(others, 'other file')] : []),
  ].join(', ');
}
