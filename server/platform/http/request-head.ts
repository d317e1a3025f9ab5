import type { IncomingMessage } from 'node:http';

type Head = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion'>;

/** Allowed only once (RFC 9110, section 5.3): with duplicates, Node and a proxy could see different requests. */
const SINGLE_HEADERS = new Set([
  'host',
  'authorization',
  'content-length',
  'content-type',
  'origin',
  'range',
  'if-range',
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-defer-length',
  'upload-metadata',
]);
const MAX_NAME_LENGTH = Math.max(...[...SINGLE_HEADERS].map((name) => name.length));

/** Host header (RFC 9110, section 7.2). */
const HOST_HEADER = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/** Requests that two servers could read differently get a 400 (RFC 9112, section 3.2). */
export const isAmbiguous = ({ rawHeaders, headers, httpVersion }: Head): boolean =>
  (headers.host === undefined ? httpVersion === '1.1' : !HOST_HEADER.test(headers.host)) ||
  hasDuplicates(rawHeaders);

function hasDuplicates(rawHeaders: readonly string[]): boolean {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length > MAX_NAME_LENGTH) continue;
    const field = name.toLowerCase();
    if (!SINGLE_HEADERS.has(field)) continue;
    if (seen.includes(field)) return true;
    seen.push(field);
  }
  return false;
}

/** Strips the host (RFC 9112, section 3.2.2). A truncated link ('/shared/abc%') becomes "not found". */
export function decodableUrl(request: { url?: string | undefined }): string {
  const given = request.url ?? '/';
  if (given.startsWith('/') && !given.includes('%')) return given;
  const url = given.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const [path = ''] = url.split('?', 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
