import { expect, test } from 'vitest';
import type { Upload } from '#domain/uploads.ts';
import { leftoversOf } from './leftovers.ts';
import type { UploadItem } from './upload-item.ts';

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
const item = (name: string, change: Partial<UploadItem>): UploadItem => ({
  id: name,
  name,
  path: name,
  size: 100,
  sent: 0,
  state: 'queued',
  isPaused: false,
  words: null,
  uploadId: null,
  ...change,
});
const ids = (uploads: Upload[]) => uploads.map(({ id }) => id);

test('what has become a file is not left over', () => {
  const uploads = [upload('a', 'stored'), upload('b', 'receiving'), upload('c', 'refused')];
  expect(ids(leftoversOf(uploads, []))).toEqual(['b', 'c']);
});

test('what this page is uploading is not left over, from its first moment on', () => {
  const uploads = [upload('a', 'receiving'), upload('b', 'receiving')];
  const items = [item('x', { uploadId: 'a', state: 'sending' }), item('b.jpg', {})];
  expect(leftoversOf(uploads, items)).toEqual([]);
});

test('an interrupted upload of the same name but another size is left over', () => {
  expect(leftoversOf([upload('b', 'receiving')], [item('b.jpg', { size: 99 })])).toHaveLength(1);
});
