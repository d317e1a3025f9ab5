import { expect, test } from 'vitest';
import { EMPTY_SUBMISSION, mostFrequentDay, submissionErrors } from './submission-form.ts';

const TODAY = '2026-11-20';
const values = { ...EMPTY_SUBMISSION, title: 'Week 12' };

test('a title is all that is needed', () => {
  expect(submissionErrors(values, TODAY)).toEqual({});
  expect(submissionErrors({ ...values, title: '  ' }, TODAY)).toEqual({
    title: 'A title is required.',
  });
});

test('the recording date can be today but not later', () => {
  expect(submissionErrors({ ...values, recordedDate: TODAY }, TODAY)).toEqual({});
  expect(submissionErrors({ ...values, recordedDate: '2026-11-21' }, TODAY)).toEqual({
    recordedDate: 'The recording date cannot be in the future.',
  });
});

test.each(['javascript:alert(1)', 'drive.google.com/x', 'http://drive.google.com/x'])(
  'the folder link %j is refused',
  (googleDriveFolderUrl) => {
    expect(submissionErrors({ ...values, googleDriveFolderUrl }, TODAY)).toHaveProperty(
      'googleDriveFolderUrl',
    );
  },
);

test('the day of most photos is proposed, of two the later', () => {
  expect(mostFrequentDay(['2023-08-02', '2023-08-03', '2023-08-02'])).toBe('2023-08-02');
  expect(mostFrequentDay(['2023-08-02', '2023-08-03'])).toBe('2023-08-03');
  expect(mostFrequentDay([])).toBe(null);
});
