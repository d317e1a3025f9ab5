import { expect, test } from 'vitest';
import { EMPTY_SUBMISSION, submissionErrors } from './submission-form.ts';

const TODAY = '2026-11-20';
const values = { ...EMPTY_SUBMISSION, title: 'Week 12' };

test('requires only a title', () => {
  expect(submissionErrors(values, TODAY)).toEqual({});
  expect(submissionErrors({ ...values, title: '  ' }, TODAY)).toEqual({
    title: 'A title is required.',
  });
});

test('accepts today as the recording date, but not tomorrow', () => {
  expect(submissionErrors({ ...values, recordedDate: TODAY }, TODAY)).toEqual({});
  expect(submissionErrors({ ...values, recordedDate: '2026-11-21' }, TODAY)).toEqual({
    recordedDate: 'The recording date cannot be in the future.',
  });
});

test.each(['javascript:alert(1)', 'drive.google.com/x', 'http://drive.google.com/x'])(
  'rejects the folder link %j',
  (googleDriveFolderUrl) => {
    expect(submissionErrors({ ...values, googleDriveFolderUrl }, TODAY)).toHaveProperty(
      'googleDriveFolderUrl',
    );
  },
);

test('rejects a map link of another provider, and invalid coordinates', () => {
  const wrong = { mapEmbedUrl: 'https://pix4d.com.example/1', mapProvider: 'pix4d' } as const;
  expect(submissionErrors({ ...values, ...wrong, mapCoordinates: '1' }, TODAY)).toEqual({
    mapEmbedUrl: expect.stringContaining('pix4d.com'),
    mapCoordinates: expect.stringContaining('latitude, longitude'),
  });
});
