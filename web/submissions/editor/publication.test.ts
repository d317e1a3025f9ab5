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
const publicationFor = (files: Parameters<typeof publicationOf>[0], uploading = 0, importing = 0) =>
  publicationOf(files, NO_TEXT, { uploading, importing });

test('counts the ready files that clients will see, by kind', () => {
  const files = [ready, ready, file('video', 'ready'), file('photo', 'failed')];
  expect(publicationFor(files)).toMatchObject({ obstacle: null, contents: '2 photos, 1 video' });
});

test('leaves out files that are not for clients', () => {
  const kept = { ...file('document', 'ready', 'a.SRT'), isForClients: false };
  expect(publicationFor([ready, kept])).toMatchObject({ obstacle: null, contents: '1 photo' });
  expect(publicationFor([kept]).obstacle).toBe(ERRORS.SUBMISSION_EMPTY[1]);
});

test('counts RAW files as downloads, not as photos', () => {
  const raw = { id: 'raw', fileName: 'a.DNG', fileSize: 9, originalUrl: null };
  expect(publicationFor([ready, { ...ready, raw }]).contents).toBe(
    '2 photos, and can download 1 RAW file',
  );
});

test('blocks publishing while files are processing', () => {
  expect(publicationFor([ready, file('photo', 'processing')]).obstacle).toBe(
    '1 file still processing. You can publish when processing is done.',
  );
});

test('blocks publishing while files are uploading or importing', () => {
  expect(publicationFor([ready], 12).obstacle).toBe(
    '12 files still uploading. You can publish when the upload is done.',
  );
  expect(publicationFor([], 1).obstacle).toMatch(/^1 file still uploading/);
  expect(publicationFor([ready], 0, 2).obstacle).toMatch(/^2 files still importing from Google/);
});

test('blocks publishing if there is nothing to show', () => {
  expect(publicationFor([]).obstacle).toBe(ERRORS.SUBMISSION_EMPTY[1]);
  expect(publicationFor([file('photo', 'failed')]).obstacle).toBe(ERRORS.SUBMISSION_EMPTY[1]);
  expect(publicationFor([file('document', 'ready')]).obstacle).toBeNull();
  const linked = { ...NO_TEXT, mapEmbedUrl: 'https://cloud.pix4d.com/1' };
  expect(publicationOf([], linked, { uploading: 0, importing: 0 }).obstacle).toBeNull();
});

test('warns about files that were not uploaded', () => {
  const coming = { uploading: 0, notUploaded: 4, importing: 0 };
  const { obstacle, warnings } = publicationOf([ready], NO_TEXT, coming);
  expect([obstacle, warnings]).toEqual([
    null,
    ['4 files not uploaded yet. Upload them first, or publish without them.'],
  ]);
});

test('warns about failed files by name', () => {
  expect(publicationFor([ready, file('photo', 'failed', 'bad.jpg')]).warnings).toEqual([
    "1 file failed and won't be shown: bad.jpg.",
  ]);
});

test('warns about files without a preview, but allows publishing', () => {
  const unseen = file('raster', 'ready', 'dem.tif', 'This is not supported.');
  expect(publicationFor([ready, unseen])).toEqual({
    obstacle: null,
    contents: '1 photo, 1 map (1 without a preview)',
    warnings: ['1 file without a preview (download only): dem.tif.'],
  });
});

test('shortens a long list of failed files', () => {
  const failed = Array.from({ length: 8 }, (_, index) => file('photo', 'failed', `${index}.jpg`));
  expect(publicationFor([ready, ...failed]).warnings).toEqual([
    "8 files failed and won't be shown: 0.jpg, 1.jpg, 2.jpg, 3.jpg, 4.jpg and 3 more.",
  ]);
});

test('lists warnings about files taken elsewhere first', () => {
  const files = [ready, file('photo', 'failed', 'bad.jpg')];
  const { warnings } = publicationOf(files, NO_TEXT, { uploading: 0, importing: 0 }, ['1 file …']);
  expect(warnings).toEqual(['1 file …', "1 file failed and won't be shown: bad.jpg."]);
});
