import { SpamReason } from '#domain/contact.ts';
import type { FormSubmission } from '#domain/form-submissions.ts';
import type { FormSubmissionRow } from './queries.ts';

export const presentFormSubmission = (row: FormSubmissionRow): FormSubmission => ({
  ...row,
  submittedAt: row.submittedAt.toISOString(),
  spamReasons: SpamReason.array().catch([]).parse(row.spamReasons),
});
