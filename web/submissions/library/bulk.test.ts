import { expect, test } from 'vitest';
import {
  type BulkItem,
  type BulkRequest,
  type BulkResult,
  consequencesOf,
  isAffected,
  resultText,
  runBulk,
  undoRequest,
} from './bulk.ts';
import { idsBetween } from './use-selection.ts';

const item = (id: string, status: BulkItem['status'] = 'draft'): BulkItem => ({
  id,
  title: id,
  projectId: 'p',
  projectName: 'Tower',
  status,
  fileCount: 2,
  failedCount: 0,
});

test('continues after a failure, and reports the result for each submission', async () => {
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
  expect(resultText(results, 'archive')).toBe('2 archived, 1 failed.');
});

test('skips submissions that an action would not change', () => {
  const all = [item('a'), item('b', 'published'), item('c', 'archived')];
  const touched = (action: BulkRequest['action'], projectId: string | null = null) =>
    all.filter((one) => isAffected(one, { action, projectId })).map(({ id }) => id);
  expect(touched('publish')).toEqual(['a', 'c']);
  expect(touched('archive')).toEqual(['a', 'b']);
  expect(touched('restore')).toEqual(['c']);
  expect(touched('move', 'p')).toEqual([]);
  expect(touched('delete')).toEqual(['a', 'b', 'c']);
});

test('undo returns each submission to its previous state', () => {
  expect(undoRequest(item('a'), 'publish').action).toBe('unpublish');
  expect(undoRequest(item('a', 'archived'), 'publish').action).toBe('archive');
  expect(undoRequest(item('a', 'published'), 'archive').action).toBe('restore');
  expect(undoRequest(item('a'), 'move')).toEqual({ action: 'move', projectId: 'p' });
  expect(undoRequest(item('a'), 'delete').action).toBe('undelete');
});

test('describes what a deletion removes and what clients lose', () => {
  const undo = 'This cannot be undone.';
  expect(consequencesOf([item('a'), item('b', 'published')], 'delete', undo)).toEqual([
    'This also deletes 4 files and all share links to these submissions. This cannot be undone.',
    'Clients will no longer see 1 published submission.',
  ]);
});

test('selects a range in either direction, or one row if the other end is not listed', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(idsBetween(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(idsBetween(ids, 'a', 'b')).toEqual(['a', 'b']);
  expect(idsBetween(ids, 'gone', 'b')).toEqual(['b']);
});
