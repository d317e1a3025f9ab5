/**
 * Content-Disposition with a file's name (RFC 6266): the name in ASCII for old programs, and when
 * that is not the whole of it, in UTF-8 as well (RFC 8187). Folders in the name are dropped.
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed().split(/[/\\]/).at(-1) || 'file';
  // '%' is left out too: some browsers decode it within filename="…".
  const ascii = name.replace(/[^\x20-\x7e]|["%]/g, '_');
  const plain = `${type}; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${extended(name)}`;
}

/** Percent-encoded but for the attr-char of RFC 8187, section 3.2.1. */
const extended = (name: string) =>
  encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
