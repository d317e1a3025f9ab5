import type { FormSubmission } from '#domain/form-submissions.ts';
import { csvOf } from '#server/platform/csv.ts';

const HEADINGS = ['Submitted', 'Name', 'Email', 'Phone', 'Company', 'Message', 'Read', 'Spam'];

const yes = (is: boolean) => (is ? 'yes' : 'no');

/** The messages as CSV. */
export function toCsv(formSubmissions: readonly FormSubmission[]): string {
  const rows = formSubmissions.map((it) => [
    it.submittedAt,
    it.name,
    it.email,
    it.phone ?? '',
    it.company ?? '',
    it.message,
    yes(it.isRead),
    yes(it.isSpam),
  ]);
  return csvOf([HEADINGS, ...rows]);
}
