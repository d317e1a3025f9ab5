import type { FastifyRequest } from 'fastify';

/**
 * Programs that open links by themselves and call themselves Mozilla: chat previews, search engines,
 * mail scanners. Not "cubot", which makes telephones, and not the browsers inside of chat apps.
 */
const PROGRAMS = new RegExp(
  [
    String.raw`(?<!cu)bot\b|crawl|spider|slurp|externalhit|meta-external|uripreview|bingpreview`,
    String.raw`google-|apis-google|googleother|google favicon|mediapartners|yahoo! |ia_archiver|lighthouse`,
    String.raw`whatsapp|embedly|iframely|link ?preview|link ?expand|favicon|snapchat ads|pagerenderer`,
    String.raw`barracuda|mimecast|proofpoint|safelinks|fortinet|symantec|trendmicro|sophos|urldefense`,
    String.raw`scanner|security ?scan|validator|monitor|ms-office|msoffice|microsoft office`,
  ].join('|'),
  'i',
);

const AHEAD = /prefetch|prerender|preview/i;

/**
 * Whether a request for the page is a person's: a browser that shows it now. Not HEAD, not a
 * program that opens links by itself, not a page fetched ahead or by a script (Sec-Purpose of the
 * Fetch standard and the names it had before; Sec-Fetch-Dest of Fetch Metadata).
 */
export function isHumanVisit({
  method,
  headers,
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const agent = headers['user-agent'] ?? '';
  const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].map((name) => headers[name]);
  const isAhead = purposes.some((purpose) => AHEAD.test(String(purpose ?? '')));
  const destination = headers['sec-fetch-dest'] ?? 'document';
  const isBrowser = agent.startsWith('Mozilla/') && !PROGRAMS.test(agent);
  return method === 'GET' && isBrowser && !isAhead && destination === 'document';
}
