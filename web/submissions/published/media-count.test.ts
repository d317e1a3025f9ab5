import { expect, it } from 'vitest';
import { countFiles } from '#domain/file-counts.ts';
import type { FileKind, FileState } from '#domain/files.ts';
import { mediaCount } from './submission-contents.ts';

const files = (number: number, kind: FileKind, state: FileState = 'ready', isForClients = true) =>
  Array.from({ length: number }, () => ({ kind, state, isForClients }));

it('counts each file once, with hidden and unfinished files listed separately', () => {
  const counts = countFiles([
    ...files(8, 'photo'),
    ...files(1, 'photo', 'failed'),
    ...files(4, 'raster'),
    ...files(1, 'other'),
    ...files(3, 'document', 'ready', false),
    ...files(2, 'video', 'processing'),
  ]);
  expect(counts.fileCount).toBe(19);
  expect(mediaCount(counts)).toBe(
    '8 photos, 4 maps, 1 other file, 3 not for clients, 2 processing, 1 failed',
  );
  expect(mediaCount(countFiles([]))).toBe('No files');
  expect(mediaCount(countFiles(files(1, 'other')))).toBe('1 file');
});
