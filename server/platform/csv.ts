/** Puts an apostrophe before anything a spreadsheet would run as a formula (OWASP, CSV Injection). */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[\s\0]*[=+\-@\t\r\n]|^[|%＝＋－＠]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""')}"`;
}

/** RFC 4180, in UTF-8 with the byte order mark that spreadsheets need. */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((row) => row.map(field).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
