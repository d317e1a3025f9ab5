import type { AppError } from '#domain/errors.ts';
import { escapeHtml } from '#domain/html.ts';

/** `body` is HTML, `styles` CSS. */
export const plainPage = (title: string, body: string, styles = ''): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}progress{width:100%}${styles}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</html>
`;

export const PLAIN_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
};

export function errorPage({ message, retryAfter }: AppError): string {
  const [title = message, ...others] = message.split(/(?<=[.!?])\s+/);
  const again = retryAfter === undefined ? '' : '\n<p><a href="">Try Again</a></p>';
  const text = others.length > 0 ? `<p>${escapeHtml(others.join(' '))}</p>` : '';
  return plainPage(title.replace(/\.$/, ''), `${text}${again}`);
}
