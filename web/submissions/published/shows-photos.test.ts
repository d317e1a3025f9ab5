import { expect, test } from 'vitest';
import { showsPhotos } from '#web/submissions/published/submission-contents.ts';

const EMPTY = { photoCount: 0, videoCount: 0, fileCount: 0, mapEmbedUrl: null, contentText: null };
const VIDEO = 'https://drive.google.com/file/d/1OverflyFilm_0123456789a/view';

test.each([
  ['photos', { photoCount: 2, fileCount: 3 }, true],
  ['nothing', {}, true],
  ['a map or a document', { fileCount: 1 }, false],
  ['videos', { videoCount: 1, fileCount: 1 }, false],
  ['a video in Google Drive', { contentText: `[Flight.mp4] ${VIDEO}` }, false],
  ['an embedded map', { mapEmbedUrl: 'https://maps.example/1' }, false],
])('whether a week with %s shows the photo section', (_, counts, isShown) => {
  expect(showsPhotos({ ...EMPTY, ...counts })).toBe(isShown);
});
