import { expect, test } from 'vitest';
import {
  type BulkItem,
  type BulkRequest,
  type BulkResult,
  consequencesOf,
  isAffected,
  resultText,
  runBulk,
  undoOf,
} from './bulk.ts';
import { between } from './use-selection.ts';

const item = (id: string, status: BulkItem['status'] = 'draft'): BulkItem => ({
  id,
  title: id,
  projectId: 'p',
  projectName: 'Tower',
  status,
  fileCount: 2,
  failedCount: 0,
});

test('when one fails the others are done all the same, and each says what became of it', async () => {
  const results: BulkResult[] = [];
  await runBulk(
    [item('a'), item('b'), item('c')],
    () => ({ action: 'archive', projectId: null }),
    (result) => results.push(result),
    ({ id }) => (id === 'b' ? Promise.reject(new Error('no')) : Promise.resolve()),
  );
  expect(results.map(({ item: { id }, error }) => [id, error === null])).toEqual([
    ['a', true],
    ['b', false],
    ['c', true],
  ]);
  expect(resultText(results, 'archive')).toBe('2 archived, 1 not.');
});

test('only what an action changes is touched by it', () => {
  const all = [item('a'), item('b', 'published'), item('c', 'archived')];
  const touched = (action: BulkRequest['action'], projectId: string | null = null) =>
    all.filter((one) => isAffected(one, { action, projectId })).map(({ id }) => id);
  expect(touched('publish')).toEqual(['a', 'c']);
  expect(touched('archive')).toEqual(['a', 'b']);
  expect(touched('restore')).toEqual(['c']);
  expect(touched('move', 'p')).toEqual([]);
  expect(touched('delete')).toEqual(['a', 'b', 'c']);
});

test('undoing leads back to what each was before', () => {
  expect(undoOf(item('a'), 'publish').action).toBe('unpublish');
  expect(undoOf(item('a', 'archived'), 'publish').action).toBe('archive');
  expect(undoOf(item('a', 'published'), 'archive').action).toBe('restore');
  expect(undoOf(item('a'), 'move')).toEqual({ action: 'move', projectId: 'p' });
  expect(undoOf(item('a'), 'delete').action).toBe('undelete');
});

test('what is deleted is named before, and what clients lose', () => {
  const undo = 'This cannot be undone.';
  expect(consequencesOf([item('a'), item('b', 'published')], 'delete', undo)).toEqual([
    '4 files and all share links to them are deleted, too. This cannot be undone.',
    'Clients no longer see 1 published submission.',
  ]);
});

test('a range goes either way, and is one row when its other end is not shown', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(between(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(between(ids, 'a', 'b')).toEqual(['a', 'b']);
  expect(between(ids, 'gone', 'b')).toEqual(['b']);
});
