import type { ViewerFile, ViewerSubmission } from './viewer-file.ts';

/** A photo of 4000 x 3000 for tests. */
export const makeFile = (changes: Partial<ViewerFile> = {}): ViewerFile => ({
  id: 'file',
  fileName: 'DJI_0001.JPG',
  fileType: 'image/jpeg',
  fileSize: 8_000_000,
  kind: 'photo',
  mediaUrl: '/media/file',
  presets: [256, 512, 768, 1024, 2048],
  width: 4000,
  height: 3000,
  thumbhash: null,
  capturedAt: null,
  originalUrl: '/media/file/original',
  errorMessage: null,
  ...changes,
});

/** A submission of 14 November 2026 for tests. */
export const makeSubmission = (changes: Partial<ViewerSubmission> = {}): ViewerSubmission => ({
  id: 'submission',
  title: 'Week 46',
  recordedDate: '2026-11-14',
  publishedAt: '2026-11-15T18:00:00Z',
  createdAt: '2026-11-14T18:00:00Z',
  photoCount: 1,
  videoCount: 0,
  ...changes,
});
