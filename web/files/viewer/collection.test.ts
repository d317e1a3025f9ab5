import { describe, expect, it } from 'vitest';
import { firstFileCursor, itemAt, countFiles, type Collection, neighborOf } from './collection.ts';
import { makeFile, makeSubmission } from '#test/fixtures/viewer-files.ts';

const loaded = (id: string, names: string[]) => ({
  submission: makeSubmission({ id, photoCount: names.length }),
  files: names.map((name) => makeFile({ id: name })),
  error: null,
});
const waiting = (id: string, photoCount: number, videoCount = 0) => ({
  submission: makeSubmission({ id, photoCount, videoCount }),
  files: null,
  error: null,
});

const collection: Collection = [
  loaded('new', ['a', 'b']),
  waiting('none', 0),
  waiting('old', 2, 1),
];
const walk = (
  from: Collection,
  start: { submissionId: string; at: number | string },
  by: 1 | -1,
) => {
  const places = [];
  for (let at = neighborOf(from, start, by); at; at = neighborOf(from, at, by))
    places.push(`${at.submissionId} ${at.at}`);
  return places;
};

describe('neighborOf', () => {
  it('steps through all submissions, skips empty ones, and ends at the last file', () => {
    expect(walk(collection, { submissionId: 'new', at: 0 }, 1)).toEqual([
      'new 1',
      'old 0',
      'old 1',
      'old 2',
    ]);
  });
  it('steps back to the first file and ends there', () => {
    expect(walk(collection, { submissionId: 'old', at: 1 }, -1)).toEqual([
      'old 0',
      'new 1',
      'new 0',
    ]);
  });
  it('starts at a file given by its ID', () => {
    expect(neighborOf(collection, { submissionId: 'new', at: 'b' }, -1)).toEqual({
      submissionId: 'new',
      at: 0,
    });
  });
  it('returns null for an unknown submission', () => {
    expect(neighborOf(collection, { submissionId: 'gone', at: 0 }, 1)).toBeNull();
  });
});

describe('itemAt', () => {
  it('finds a file by its ID', () => {
    expect(itemAt(collection, { submissionId: 'new', at: 'b' })).toMatchObject({
      index: 1,
      file: { id: 'b' },
    });
  });
  it('shows the first file if the ID no longer exists', () => {
    expect(itemAt(collection, { submissionId: 'new', at: 'deleted' })?.file?.id).toBe('a');
  });
  it('shows the last file if the submission has fewer files than counted', () => {
    expect(itemAt(collection, { submissionId: 'new', at: 7 })?.file?.id).toBe('b');
  });
  it('has no file until the submission has loaded', () => {
    expect(itemAt(collection, { submissionId: 'old', at: 2 })).toMatchObject({
      index: 2,
      file: null,
    });
  });
});

describe('position', () => {
  it('counts across submissions, loaded or not', () => {
    expect(countFiles(collection, { submissionId: 'new', at: 'b' })).toEqual({
      number: 2,
      total: 5,
    });
    expect(countFiles(collection, { submissionId: 'old', at: 2 })).toEqual({ number: 5, total: 5 });
  });
});

describe('firstPlace', () => {
  it('skips empty submissions', () => {
    expect(firstFileCursor([waiting('none', 0), waiting('old', 1)])).toEqual({
      submissionId: 'old',
      at: 0,
    });
  });
  it('returns null without files', () => {
    expect(firstFileCursor([waiting('none', 0)])).toBeNull();
  });
});
