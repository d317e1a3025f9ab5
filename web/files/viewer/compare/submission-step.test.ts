import { expect, it } from 'vitest';
import { makeFile, makeSubmission } from '#test/fixtures/viewer-files.ts';
import { stepComparedSubmissions, stepSubmission } from './submission-step.ts';
import type { Collection } from '../collection.ts';

const submissions = ['w4', 'w3', 'videos', 'w2', 'w1'].map((id) =>
  makeSubmission({ id, photoCount: id === 'videos' ? 0 : 3 }),
);
const step = (before: string, after: string, by: 1 | -1) => {
  const open = (submissionId: string) => ({ submissionId, fileId: null });
  const shown = { before: makeFile({ id: 'b' }), after: makeFile({ id: 'a' }) };
  const comparison = { before: open(before), after: open(after), isPaired: true };
  const next = stepComparedSubmissions(comparison, submissions, shown, by);
  return (
    next &&
    [next.before, next.after].map((side) => `${side.submissionId} ${side.fileId ?? 'partner'}`)
  );
};

it('moves two consecutive weeks together and keeps the viewpoint', () => {
  expect(step('w2', 'w3', -1)).toEqual(['w1 partner', 'w2 b']);
  expect(step('w2', 'w3', 1)).toEqual(['w3 a', 'w4 partner']);
});
it('keeps the earlier week as the baseline', () => {
  expect(step('w1', 'w3', 1)).toEqual(['w1 b', 'w4 partner']);
  expect(step('w1', 'w3', -1)).toEqual(['w1 b', 'w2 partner']);
});
it('separates a week compared with itself', () => {
  expect(step('w3', 'w3', -1)).toEqual(['w2 partner', 'w3 a']);
});
it('ends at the first and last weeks', () => {
  expect(step('w1', 'w2', -1)).toBeNull();
  expect(step('w3', 'w4', 1)).toBeNull();
});

const seen = (id: string, viewpointId: string) => makeFile({ id, viewpointId });
const week = (id: string, ...files: ReturnType<typeof seen>[]) => ({
  submission: makeSubmission({ id, photoCount: files.length }),
  files,
  error: null,
});
const collection: Collection = [
  week('w3', seen('c1', 'north'), seen('c2', 'south')),
  week('videos'),
  week('w2', seen('b1', 'south'), seen('b2', 'north')),
  { ...week('w1', seen('a1', 'south'), seen('a2', 'north')), files: null },
];

it('keeps the viewpoint when stepping to an earlier or later week', () => {
  const south = { submissionId: 'w3', at: 'c2' };
  expect(stepSubmission(collection, south, -1)).toEqual({ submissionId: 'w2', at: 'b1' });
  expect(stepSubmission(collection, { submissionId: 'w2', at: 1 }, 1)).toEqual({
    submissionId: 'w3',
    at: 'c1',
  });
});
it('keeps the file index until the files of a week have loaded', () => {
  expect(stepSubmission(collection, { submissionId: 'w2', at: 'b2' }, -1)).toEqual({
    submissionId: 'w1',
    at: 1,
  });
});
it('stops single photos at the first and last weeks', () => {
  expect(stepSubmission(collection, { submissionId: 'w3', at: 0 }, 1)).toBeNull();
  expect(stepSubmission(collection, { submissionId: 'w1', at: 0 }, -1)).toBeNull();
});
