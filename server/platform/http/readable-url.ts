/**
 * The address of a request with a path that can be decoded. That of a link which lost its end on the way
 * ('/shared/abc%') names nothing, and is answered as such instead of with an error of the framework.
 */
export function readableUrl({ url = '/' }: { url?: string | undefined }): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}
