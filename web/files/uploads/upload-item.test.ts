import { expect, test } from 'vitest';
import type { Upload } from '#domain/uploads.ts';
import { openItems, unfinishedUploads, totalsOf, type UploadItem } from './upload-item.ts';

const item = (id: string, change: Partial<UploadItem>): UploadItem => ({
  id,
  home: 's',
  about: {},
  owner: '',
  name: `${id}.jpg`,
  path: `${id}.jpg`,
  size: 100,
  lastModified: 0,
  origin: null,
  sha256: null,
  url: null,
  sent: 0,
  state: 'waiting',
  isPaused: false,
  message: null,
  ...change,
});

test('counts duplicates as done', () => {
  expect(
    totalsOf([item('a', { state: 'known' }), item('b', { state: 'sending', sent: 40 })]),
  ).toEqual({
    files: 2,
    filesDone: 1,
    rejected: 1,
    storing: 0,
    bytes: 200,
    bytesDone: 140,
    bytesLeft: 60,
    pending: 1,
    paused: 0,
    failed: 0,
  });
});

test('leaves paused and failed files out of the remaining bytes', () => {
  const totals = totalsOf([
    item('a', { state: 'sending', sent: 10, isPaused: true }),
    item('b', { state: 'failed', sent: 30 }),
    item('c', {}),
  ]);
  expect(totals).toMatchObject({ bytesLeft: 100, pending: 2, paused: 1, failed: 1, bytesDone: 40 });
});

test('returns zeros without files', () => {
  expect(totalsOf([])).toMatchObject({ files: 0, bytes: 0, bytesDone: 0, pending: 0 });
});

test('lists unfinished files with failed ones first, then active, then waiting', () => {
  const items = [
    item('stored', { state: 'stored' }),
    item('waiting 1', {}),
    item('failed', { state: 'failed' }),
    item('waiting 2', {}),
    item('sending', { state: 'sending' }),
  ];
  expect(openItems(items).map(({ id }) => id)).toEqual([
    'failed',
    'sending',
    'waiting 1',
    'waiting 2',
  ]);
});

const upload = (id: string, state: Upload['state']): Upload => ({
  id,
  submissionId: 's',
  fileName: `${id}.jpg`,
  fileSize: 100,
  bytesReceived: 40,
  state,
  duplicateOf: null,
  errorMessage: null,
  createdAt: '2026-11-20T12:00:00Z',
});
const ids = (uploads: Upload[]) => uploads.map(({ id }) => id);

test('omits stored uploads', () => {
  const uploads = [upload('a', 'stored'), upload('b', 'receiving'), upload('c', 'refused')];
  expect(ids(unfinishedUploads(uploads, []))).toEqual(['b', 'c']);
});

test('omits uploads that this page is sending, even before they have a URL', () => {
  const uploads = [upload('a', 'receiving'), upload('b', 'receiving')];
  const items = [item('x', { url: '/api/uploads/a', state: 'sending' }), item('b', {})];
  expect(unfinishedUploads(uploads, items)).toEqual([]);
});

test('lists an interrupted upload with the same name but another size', () => {
  expect(unfinishedUploads([upload('b', 'receiving')], [item('b', { size: 99 })])).toHaveLength(1);
});
