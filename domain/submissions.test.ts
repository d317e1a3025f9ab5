import { expect, test } from 'vitest';
import { SubmissionChange } from './submissions.ts';

test.each([
  ['https://drive.google.com/drive/folders/1', 'https://drive.google.com/drive/folders/1'],
  ['  ', null],
])('the folder of a submission may be %o', (typed, kept) => {
  expect(SubmissionChange.parse({ googleDriveFolderUrl: typed }).googleDriveFolderUrl).toBe(kept);
});

test.each(['javascript:alert(1)', 'http://drive.example/1', 'data:text/html,x', 'drive'])(
  'the folder of a submission is never %o',
  (typed) => {
    expect(SubmissionChange.safeParse({ googleDriveFolderUrl: typed }).success).toBe(false);
  },
);
