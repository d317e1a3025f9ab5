import { describe, expect, it } from 'vitest';
import { firstComparison, firstMode, isMissing } from './first-state.ts';
import { makeFile, makeSubmission } from '#test/fixtures/viewer-files.ts';

const submissions = [3, 0, 1].map((photoCount, i) =>
  makeSubmission({ id: `w${3 - i}`, photoCount }),
);
const photoOf = (submissionId: string) => ({ file: { submissionId, fileId: 'photo' } });

describe('firstMode', () => {
  it('compares a photo with the previous week if there is one', () => {
    expect(firstMode(submissions, photoOf('w3'))).toBe('compare');
    expect(firstMode(submissions, photoOf('w1'))).toBe('single');
  });
  it('opens in the requested mode if there are enough photos', () => {
    expect(firstMode(submissions, { ...photoOf('w3'), mode: 'gallery' })).toBe('gallery');
    expect(firstMode(submissions, { ...photoOf('w1'), mode: 'compare' })).toBe('compare');
    expect(firstMode(submissions.slice(2), { mode: 'compare' })).toBe('single');
    expect(firstMode(submissions, {})).toBe('compare');
  });
});

it('compares exactly the two photos in the URL', () => {
  const before = { submissionId: 'w1', fileId: 'a' };
  const file = { submissionId: 'w3', fileId: 'b' };
  expect(firstComparison(submissions, { file, before })).toMatchObject({ before, after: file });
});

it('detects links to photos that no longer exist', () => {
  const collection = submissions.map((submission) => ({
    submission,
    files: submission.id === 'w3' ? [makeFile({ id: 'photo' })] : null,
    error: null,
  }));
  const missing = (submissionId: string, fileId: string) =>
    isMissing(collection, [undefined, { submissionId, fileId }]);
  expect(missing('w3', 'photo')).toBe(false);
  expect(missing('w3', 'gone')).toBe(true);
  expect(missing('w1', 'not loaded yet')).toBe(false);
  expect(missing('gone', 'photo')).toBe(true);
});
