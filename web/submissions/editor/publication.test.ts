import { expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import type { FileKind, FileState } from '#domain/files.ts';
import { publicationOf } from './publication.ts';

const file = (kind: FileKind, state: FileState, fileName = 'a.jpg', error?: string) => ({
  kind,
  state,
  fileName,
  errorMessage: error ?? null,
  isForClients: true,
  raw: null,
});
const ready = file('photo', 'ready');
const NO_TEXT = { summary: null, contentText: null, mapEmbedUrl: null, googleDriveFolderUrl: null };
const judged = (files: Parameters<typeof publicationOf>[0], uploading = 0, importing = 0) =>
  publicationOf(files, NO_TEXT, { uploading, importing });

test('clients will see what is ready, by kind', () => {
  const files = [ready, ready, file('video', 'ready'), file('photo', 'failed')];
  expect(judged(files)).toMatchObject({ obstacle: null, contents: '2 photos, 1 video' });
});

test('what is not for clients is not among what they see, and alone is nothing', () => {
  const kept = { ...file('document', 'ready', 'a.SRT'), isForClients: false };
  expect(judged([ready, kept])).toMatchObject({ obstacle: null, contents: '1 photo' });
  expect(judged([kept]).obstacle).toBe(ERRORS.SUBMISSION_EMPTY[1]);
});

test('RAW files are not counted among the photos, and named as a download', () => {
  const raw = { id: 'raw', fileName: 'a.DNG', fileSize: 9, originalUrl: null };
  expect(judged([ready, { ...ready, raw }]).contents).toBe('2 photos, and can download 1 RAW file');
});

test('nothing is published while files are processed', () => {
  expect(judged([ready, file('photo', 'processing')]).obstacle).toBe(
    '1 file still processing. You can publish when they are ready.',
  );
});

test('nothing is published while files are on the way', () => {
  expect(judged([ready], 12).obstacle).toBe(
    '12 files still uploading. You can publish when they are ready.',
  );
  expect(judged([], 1).obstacle).toMatch(/^1 file still uploading/);
  expect(judged([ready], 0, 2).obstacle).toMatch(/^2 files still being imported from Google/);
});

test('what has nothing that could be shown is not published', () => {
  expect(judged([]).obstacle).toBe(ERRORS.SUBMISSION_EMPTY[1]);
  expect(judged([file('photo', 'failed')]).obstacle).toBe(ERRORS.SUBMISSION_EMPTY[1]);
  expect(judged([file('document', 'ready')]).obstacle).toBeNull();
  const linked = { ...NO_TEXT, mapEmbedUrl: 'https://cloud.pix4d.com/1' };
  expect(publicationOf([], linked, { uploading: 0, importing: 0 }).obstacle).toBeNull();
});

test('files that did not get through are told of before publishing', () => {
  const coming = { uploading: 0, notUploaded: 4, importing: 0 };
  const { obstacle, warnings } = publicationOf([ready], NO_TEXT, coming);
  expect([obstacle, warnings]).toEqual([
    null,
    ['4 files not uploaded yet. Upload them first, or publish without them.'],
  ]);
});

test('what failed is named before publishing', () => {
  expect(judged([ready, file('photo', 'failed', 'bad.jpg')]).warnings).toEqual([
    '1 file failed and will not be shown: bad.jpg.',
  ]);
});

test('what has no preview is named too, and published', () => {
  const unseen = file('raster', 'ready', 'dem.tif', 'This is not supported.');
  expect(judged([ready, unseen])).toEqual({
    obstacle: null,
    contents: '1 photo, 1 map; 1 of them without a preview',
    warnings: ['1 file without a preview, for download only: dem.tif.'],
  });
});

test('a long list of failures is cut', () => {
  const failed = Array.from({ length: 8 }, (_, index) => file('photo', 'failed', `${index}.jpg`));
  expect(judged([ready, ...failed]).warnings).toEqual([
    '8 files failed and will not be shown: 0.jpg, 1.jpg, 2.jpg, 3.jpg, 4.jpg and 3 more.',
  ]);
});

test('files from elsewhere are named first', () => {
  const files = [ready, file('photo', 'failed', 'bad.jpg')];
  const { warnings } = publicationOf(files, NO_TEXT, { uploading: 0, importing: 0 }, ['1 file …']);
  expect(warnings).toEqual(['1 file …', '1 file failed and will not be shown: bad.jpg.']);
});
