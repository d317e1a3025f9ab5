import type { FormSubmission } from '#domain/form-submissions.ts';

const HEADINGS = ['Submitted', 'Name', 'Email', 'Phone', 'Company', 'Message', 'Read', 'Spam'];

/**
 * A field in quotes. What spreadsheet programs would take for a formula gets an apostrophe in
 * front, by which they take it for text and which they show (OWASP, CSV Injection).
 */
function field(value: string): string {
  const text = /^[\s\0]*[=+\-@\t\r\n]|^[|%＝＋－＠]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

const yes = (is: boolean) => (is ? 'yes' : 'no');

/** The messages as CSV (RFC 4180), in UTF-8 with the mark by which spreadsheet programs know it. */
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
  const lines = [HEADINGS, ...rows].map((row) => row.map(field).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
