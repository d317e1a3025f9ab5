const MARKS: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands in the content or in a quoted attribute of HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => MARKS[mark] ?? mark);
