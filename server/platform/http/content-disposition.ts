/** RFC 6266: the name in ASCII, plus in UTF-8 (RFC 8187) if it differs. */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed().split(/[/\\]/).at(-1) || 'file';
  // Some browsers decode '%' within filename="…".
  const ascii = name.replace(/[^\x20-\x7e]|["%]/g, '_');
  const plain = `${type}; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${percentEncoded(name)}`;
}

/** Encodes everything except attr-char (RFC 8187, section 3.2.1). */
const percentEncoded = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
