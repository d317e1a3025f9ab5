import type { FastifyRequest } from 'fastify';

/**
 * Programs that open links by themselves and call themselves Mozilla: chat previews, search engines,
 * mail scanners. Those with manners name a page or mailbox about themselves, or say that they are "compatible".
 * Not "cubot", which makes telephones, and not the browsers inside of chat apps.
 */
const PROGRAMS = new RegExp(
  [
    String.raw`\+(https?|mailto):|\bcompatible; (?!msie)`,
    String.raw`(?<!cu)bot\b|crawl|spider|slurp|externalhit|meta-external|uripreview|bingpreview`,
    String.raw`google-|apis-google|googleother|google favicon|mediapartners|googleimageproxy|yahoo! |ia_archiver|lighthouse`,
    String.raw`whatsapp|embedly|iframely|link ?preview|link ?expand|favicon|snapchat ads|pagerenderer`,
    String.raw`barracuda|mimecast|proofpoint|safelinks|fortinet|symantec|trendmicro|sophos|urldefense`,
    String.raw`scanner|security ?scan|validator|monitor|ms-office|msoffice|microsoft office`,
  ].join('|'),
  'i',
);

const AHEAD = /prefetch|prerender|preview/i;

type Asked = Pick<FastifyRequest, 'method' | 'headers'>;

/** Whether a request comes from a browser that somebody uses, as far as its name tells. */
export function isBrowser({ headers }: Pick<Asked, 'headers'>): boolean {
  const agent = headers['user-agent'] ?? '';
  return agent.startsWith('Mozilla/') && !PROGRAMS.test(agent);
}

/**
 * Whether a request for the page is a person's: a browser that shows it now. Not HEAD, not a
 * program that opens links by itself, not a page fetched ahead, by a script or into a frame (Sec-Purpose of the
 * Fetch standard and the names it had before; Sec-Fetch-Dest of Fetch Metadata).
 */
export function isHumanVisit({ method, headers }: Asked): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers[name]);
  const isAhead = purposes.some((purpose) => AHEAD.test(String(purpose ?? '')));
  const destination = headers['sec-fetch-dest'] ?? 'document';
  return method === 'GET' && isBrowser({ headers }) && !isAhead && destination === 'document';
}

/** The host of the page that led to a request, unless that is ours or unknown; nothing else of it. */
export function referrerSiteOf({
  headers,
  host,
}: Pick<FastifyRequest, 'headers' | 'host'>): string | null {
  const { referer } = headers;
  if (referer === undefined || !URL.canParse(referer)) return null;
  const from = new URL(referer);
  const isSite = from.protocol === 'https:' || from.protocol === 'http:';
  return isSite && from.host !== host ? from.host.slice(0, 200) : null;
}
