import type { FastifyRequest } from 'fastify';

/** Link previews, search engines, email scanners. Excludes "cubot" (a phone brand) and browsers inside chat apps. */
const BOTS = new RegExp(
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

const PREFETCH = /prefetch|prerender|preview/i;

type VisitRequest = Pick<FastifyRequest, 'method' | 'headers'>;

export function isBrowser({ headers }: Pick<VisitRequest, 'headers'>): boolean {
  const agent = headers['user-agent'] ?? '';
  return agent.startsWith('Mozilla/') && !BOTS.test(agent);
}

/**
 * Excludes prefetching (Sec-Purpose of the Fetch standard and its older names), scripts and frames (Sec-Fetch-Dest).
 */
export function isHumanVisit({ method, headers }: VisitRequest): boolean {
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers[name]);
  const isAhead = purposes.some((purpose) => PREFETCH.test(String(purpose ?? '')));
  const destination = headers['sec-fetch-dest'] ?? 'document';
  return method === 'GET' && isBrowser({ headers }) && !isAhead && destination === 'document';
}

/** Returns null if the referrer is this site or unknown. */
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
