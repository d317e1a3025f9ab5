import { z } from 'zod';
import { text } from './fields.ts';

const originOf = (typed: string): string | null => {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, username, password, origin } = new URL(address);
  const isSite = protocol === 'https:' && hostname.includes('.') && !hostname.includes('*');
  return isSite && username === '' && password === '' ? origin : null;
};

/**
 * Sites whose pages may show a share link in a frame, each as its origin (RFC 6454): of an address that was
 * pasted whole, and of a name alone, as of https://www.example.com.
 */
export const EmbedSites = z
  .array(
    text()
      .max(300)
      .transform((typed, context) => {
        const origin = originOf(typed);
        if (origin !== null) return origin;
        context.addIssue(`“${typed}” is not the address of a site. Enter one like www.example.com`);
        return z.NEVER;
      }),
  )
  .max(20)
  .transform((sites) => [...new Set(sites)]);

/** The sites that somebody typed, one a line or by commas. */
export const typedSites = (typed: string): string[] =>
  typed.split(/[\s,;]+/).filter((site) => site !== '');

const frameOf = (url: string, title: string, shape: string) =>
  `<iframe src="${url}" title="${title.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" ` +
  `style="width:100%;${shape};border:0" loading="lazy" allowfullscreen></iframe>`;

/** The code that shows a link on another page. */
export const embedCode = (url: string, title: string): string =>
  frameOf(url, title, 'height:640px');

/** The code that shows one place of a link before and now. */
export const sliderCode = (url: string, title: string): string =>
  frameOf(`${url}/slider`, title, 'aspect-ratio:16/9');
