import type { IncomingMessage } from 'node:http';

type Head = Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'httpVersion'>;

/**
 * Fields that may stand once in a request (RFC 9110, section 5.3). Node keeps the first of some and joins
 * others, while a proxy before us may go by the last: the two must not see different requests.
 */
const ONCE = new Set([
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
const LONGEST = Math.max(...[...ONCE].map((name) => name.length));

/** What a Host field holds (RFC 9110, section 7.2): a name, an address or nothing, and a port. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/** Whether two readers could take the request for different ones; RFC 9112, section 3.2: it gets a 400. */
export const isAmbiguous = ({ rawHeaders, headers, httpVersion }: Head): boolean =>
  (headers.host === undefined ? httpVersion === '1.1' : !HOST.test(headers.host)) ||
  hasDuplicates(rawHeaders);

function hasDuplicates(rawHeaders: readonly string[]): boolean {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length > LONGEST) continue;
    const field = name.toLowerCase();
    if (!ONCE.has(field)) continue;
    if (seen.includes(field)) return true;
    seen.push(field);
  }
  return false;
}

/**
 * The address of a request, from the path on, with a path that can be decoded. Programs that take this
 * for a proxy name the whole address (RFC 9112, section 3.2.2); whose it is matters to nobody. That of a link which lost its end on the way
 * ('/shared/abc%') names nothing, and is answered as such instead of with an error of the framework.
 */
export function readableUrl(request: { url?: string | undefined }): string {
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
