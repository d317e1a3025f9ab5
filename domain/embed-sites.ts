import { z } from 'zod';
import { text } from './fields.ts';
import { policyOrigin } from './urls.ts';
import { escapeHtml } from './html.ts';

/** Two or more DNS labels, the last not a number. Rules out IP addresses and trailing dots. */
const DNS_NAME =
  /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;

/** The origin (RFC 6454) of a URL or bare name such as www.example.com; null unless it's https with a DNS name. */
export function embedSite(typed: string): string | null {
  const origin = policyOrigin(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  return origin !== null && DNS_NAME.test(new URL(origin).hostname) ? origin : null;
}

export const EmbedSites = z
  .array(
    text()
      .max(300)
      .transform((typed, context) => {
        const origin = embedSite(typed);
        if (origin !== null) return origin;
        context.addIssue(`“${typed}” isn't a website address. Enter one like www.example.com`);
        return z.NEVER;
      }),
  )
  .max(20)
  .transform((sites) => [...new Set(sites)]);

export const typedSites = (typed: string): string[] =>
  typed.split(/[\s,;]+/).filter((site) => site !== '');

const frameOf = (url: string, title: string, shape: string) =>
  `<iframe src="${escapeHtml(url)}" title="${escapeHtml(title)}" ` +
  `style="width:100%;${shape};border:0" loading="lazy" allowfullscreen></iframe>`;

export const embedCode = (url: string, title: string): string =>
  frameOf(url, title, 'height:640px');

export const sliderCode = (url: string, title: string): string =>
  frameOf(`${url}/slider`, title, 'aspect-ratio:16/9');
