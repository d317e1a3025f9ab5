import type { z } from 'zod';
import { type ContentType, type StaffSubmission, SubmissionChange } from '#domain/submissions.ts';

/** The details of a submission as their form holds them; `recordedDate` is a day, YYYY-MM-DD. */
export type SubmissionValues = {
  title: string;
  contentType: ContentType;
  recordedDate: string | null;
  summary: string;
  contentText: string;
  googleDriveFolderUrl: string;
};

export const EMPTY_SUBMISSION: SubmissionValues = {
  title: '',
  contentType: 'article',
  recordedDate: null,
  summary: '',
  contentText: '',
  googleDriveFolderUrl: '',
};

export const toSubmissionValues = (submission: StaffSubmission): SubmissionValues => ({
  title: submission.title,
  contentType: submission.contentType,
  recordedDate: submission.recordedDate,
  summary: submission.summary ?? '',
  contentText: submission.contentText ?? '',
  googleDriveFolderUrl: submission.googleDriveFolderUrl ?? '',
});

/** What is wrong with the values, a message a field. `today`: the day at the site, YYYY-MM-DD. */
export function submissionErrors(values: SubmissionValues, today: string): Record<string, string> {
  const checked = SubmissionChange.safeParse(values satisfies z.input<typeof SubmissionChange>);
  const errors: Record<string, string> = {};
  for (const { path, message } of checked.error?.issues ?? []) errors[String(path[0])] = message;
  if (values.recordedDate && values.recordedDate > today) {
    errors['recordedDate'] = 'The recording date cannot be in the future.';
  }
  return errors;
}

/** The day most photos were taken on, YYYY-MM-DD, to propose as the recording date; null without any. */
export function mostFrequentDay(days: readonly string[]): string | null {
  const counts = [...Map.groupBy(days, (day) => day)].map(([day, all]) => ({
    day,
    count: all.length,
  }));
  return counts.toSorted((a, b) => b.count - a.count || b.day.localeCompare(a.day))[0]?.day ?? null;
}
