import { expect, test } from 'vitest';
import type { DriveImport, DriveImportFile } from '#domain/drive.ts';
import {
  openFiles,
  percentOf,
  transferDetails,
  transferTitle,
  omitRetried,
} from './transfer-text.ts';

const MEGABYTE = 1024 ** 2;

const file = (state: DriveImportFile['state'], change: Partial<DriveImportFile> = {}) =>
  ({
    id: '00000000-0000-4000-8000-000000000001',
    driveFileId: '1AbCdEfGhIjKl',
    name: `${state}.JPG`,
    sizeBytes: 4 * MEGABYTE,
    doneBytes: 0,
    problem: null,
    fileId: null,
    state,
    ...change,
  }) satisfies DriveImportFile;

const anImport = (state: DriveImport['state'], files: DriveImportFile[]): DriveImport => ({
  id: '00000000-0000-4000-8000-000000000002',
  submissionId: '00000000-0000-4000-8000-000000000003',
  source: null,
  state,
  problem: null,
  createdAt: '2026-11-23T02:00:00.000Z',
  files,
});

test.each([
  ['waiting', [file('waiting')], 'Waiting to import 1 file'],
  ['running', [file('imported'), file('running')], 'Importing 1 of 2 files'],
  ['done', [file('imported'), file('already-there')], '2 files imported'],
  ['done', [file('imported'), file('failed')], '1 of 2 files imported'],
  ['stopped', [file('imported'), file('waiting')], 'Import stopped, 1 of 2 files imported'],
] as const)('counts imported files in the title of a %s import', (state, files, title) => {
  expect(transferTitle('import', anImport(state, [...files]))).toBe(title);
});

test('counts the files that were already there and those that failed', () => {
  const files = [file('already-there'), file('failed'), file('failed'), file('imported')];
  expect(transferDetails('import', anImport('done', files))).toBe(
    '1 already in this project · 2 failed',
  );
});

test('measures progress in bytes, or in number of files if a size is unknown', () => {
  const half = file('running', { doneBytes: 2 * MEGABYTE });
  expect(percentOf([file('imported', { sizeBytes: 12 * MEGABYTE }), half])).toBe(87);
  expect(percentOf([file('imported', { sizeBytes: null }), half])).toBe(75);
  expect(percentOf([])).toBe(0);
});

test('lists failed files before running ones, without the imported ones', () => {
  const files = [file('waiting'), file('imported'), file('running'), file('failed')];
  expect(openFiles(files).map(({ state }) => state)).toEqual(['failed', 'running', 'waiting']);
});

test('hides a failed import once all of its files were retried', () => {
  const failed = anImport('done', [file('failed')]);
  const again = anImport('running', [file('running')]);
  expect(omitRetried([again, failed])).toEqual([again]);
  const other = anImport('done', [file('failed', { driveFileId: '1AnotherFile_0' })]);
  expect(omitRetried([again, other])).toEqual([again, other]);
});
