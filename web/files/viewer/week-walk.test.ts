import { expect, it } from 'vitest';
import type { Collection } from './collection.ts';
import { makeFile, makeSubmission } from '#test/fixtures/viewer-files.ts';
import { stepWeek } from './week-walk.ts';

const seen = (id: string, viewpointId: string) => makeFile({ id, viewpointId });
const week = (id: string, ...files: ReturnType<typeof seen>[]) => ({
  submission: makeSubmission({ id, photoCount: files.length }),
  files,
  error: null,
});
const collection: Collection = [
  week('w3', seen('c1', 'north'), seen('c2', 'south')),
  week('film'),
  week('w2', seen('b1', 'south'), seen('b2', 'north')),
  { ...week('w1', seen('a1', 'south'), seen('a2', 'north')), files: null },
];

it('stays with the viewpoint on the way to an earlier and to a later week', () => {
  const south = { submissionId: 'w3', at: 'c2' };
  expect(stepWeek(collection, south, -1)).toEqual({ submissionId: 'w2', at: 'b1' });
  expect(stepWeek(collection, { submissionId: 'w2', at: 1 }, 1)).toEqual({
    submissionId: 'w3',
    at: 'c1',
  });
});
it('keeps the turn in the order until the files of a week are there', () => {
  expect(stepWeek(collection, { submissionId: 'w2', at: 'b2' }, -1)).toEqual({
    submissionId: 'w1',
    at: 1,
  });
});
it('ends at the first and at the last week', () => {
  expect(stepWeek(collection, { submissionId: 'w3', at: 0 }, 1)).toBeNull();
  expect(stepWeek(collection, { submissionId: 'w1', at: 0 }, -1)).toBeNull();
});
