import { expect, test } from 'vitest';
import { SubmissionChange } from './submissions.ts';

test.each([
  ['https://drive.google.com/drive/folders/1', 'https://drive.google.com/drive/folders/1'],
  [
    'https://drive.google.com/open?id=1aB3dE5gH7jK9mN1pQ3sT5vW7yZ',
    'https://drive.google.com/open?id=1aB3dE5gH7jK9mN1pQ3sT5vW7yZ',
  ],
  ['https://photos.example/week-12', 'https://photos.example/week-12'],
  ['  ', null],
])('accepts the folder link %o', (typed, kept) => {
  expect(SubmissionChange.parse({ googleDriveFolderUrl: typed }).googleDriveFolderUrl).toBe(kept);
});

test.each(['javascript:alert(1)', 'http://drive.example/1', 'data:text/html,x', 'drive'])(
  'rejects the folder link %o',
  (typed) => {
    expect(SubmissionChange.safeParse({ googleDriveFolderUrl: typed }).success).toBe(false);
  },
);

test.each(['drive.google.com/file', 'docs.google.com/document'])(
  'rejects a single file at %s as the folder link',
  (place) => {
    const typed = `https://${place}/d/1aB3dE5gH7jK9mN1pQ3sT5vW7yZ/view`;
    const { error } = SubmissionChange.safeParse({ googleDriveFolderUrl: typed });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'This link is for a single file. Enter a link to a Google Drive folder.',
    ]);
  },
);
