/** A token and a screen behind it, then what else stands in the path. */
const PATH = /^\/shared\/([\w-]{43})(\/week|\/slider)?(.*)$/s;
/** A letter or digit right behind the token or its slash is part of another address. */
const GLUE = /^\/*(?![A-Za-z0-9/]|$)|^\/+$/;

/**
 * The address of a shared page without what mail programs and chats leave at its end, such as '.', ')', '>' or '%20';
 * null for an address that is clean, or of anything else. `url` begins with the path.
 */
export function withoutGlue(url: string): string | null {
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  const [, token, screen = '', rest = ''] = PATH.exec(path) ?? [];
  if (token === undefined || !GLUE.test(rest)) return null;
  return `/shared/${token}${screen}${queryAt < 0 ? '' : url.slice(queryAt)}`;
}
