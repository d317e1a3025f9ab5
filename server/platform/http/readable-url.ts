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
