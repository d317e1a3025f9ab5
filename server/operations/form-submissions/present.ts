import { SpamReason } from '#domain/contact.ts';
import type { FormSubmission } from '#domain/form-submissions.ts';
import { readableEmail } from '#server/platform/readable-email.ts';
import type { FormSubmissionRow } from './queries.ts';

export const presentFormSubmission = (row: FormSubmissionRow): FormSubmission => ({
  ...row,
  email: readableEmail(row.email),
  submittedAt: row.submittedAt.toISOString(),
  spamReasons: SpamReason.array().catch([]).parse(row.spamReasons),
});
