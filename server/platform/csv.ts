/**
 * A field in quotes. What spreadsheet programs would take for a formula gets an apostrophe in
 * front, by which they take it for text and which they show (OWASP, CSV Injection). Numbers are none.
 */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[\s\0]*[=+\-@\t\r\n]|^[|%＝＋－＠]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

/** Rows as CSV (RFC 4180), in UTF-8 with the mark by which spreadsheet programs know it. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => row.map(field).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
