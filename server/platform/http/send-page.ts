import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { brotliCompressSync, constants, createGzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { policyOrigin } from '#domain/urls.ts';
import type { EarlyContent } from './early-responses.ts';

export type Page = {
  policy: string;
  tag: string;
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>;
};

export const inlineHashes = (html: string, tag: 'script' | 'style'): string =>
  [...html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]
    .map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    .join(' ');

export const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b/.test(headers['accept-encoding'] ?? '');

/** Mantine sets element styles, hence 'unsafe-inline'. */
const policyOf = (html: string, hosts: string) =>
  [
    "default-src 'self'",
    `script-src 'self' ${inlineHashes(html, 'script')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${hosts}`.trim(),
    "media-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "form-action 'self'",
  ].join('; ');

/** Sites of pictures elsewhere, for a content security policy. */
export const pictureHosts = (urls: readonly string[]): string =>
  [...new Set(urls.flatMap((url) => policyOrigin(url) ?? []))].join(' ');

/** `pictures`: URLs of pictures that may be elsewhere. */
export function preparePage(html: string, pictures: readonly string[] = []): Page {
  const identity = Buffer.from(html);
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  return {
    policy: policyOf(html, pictureHosts(pictures)),
    tag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    bodies: { identity, br, gzip: gzipSync(identity) },
  };
}

export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): FastifyReply {
  const isKnown = request.headers['if-none-match'] === page.tag && reply.statusCode === 200;
  if (isKnown) return reply.status(304).header('etag', page.tag).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  const coding = (['br', 'gzip'] as const).find((name) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))`).test(accepted),
  );
  if (coding) void reply.header('content-encoding', coding);
  return reply
    .type('text/html; charset=utf-8')
    .header('vary', 'accept-encoding')
    .header('etag', page.tag)
    .header('cache-control', 'no-cache')
    .header('content-security-policy', page.policy)
    .header('referrer-policy', 'strict-origin-when-cross-origin')
    .send(page.bodies[coding ?? 'identity']);
}

const TEXT_PLACEHOLDER = '<!--beginning-->';
const ANSWERS_PLACEHOLDER = '<!--early-answers-->';

/** Never cached, because the data is personal. */
export function sendPageWithData(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  beginning: EarlyContent,
): FastifyReply {
  const isGzipped = acceptsGzip(request);
  if (isGzipped) void reply.header('content-encoding', 'gzip');
  const html = Readable.from(partsOf(page, beginning));
  return reply
    .type('text/html; charset=utf-8')
    .header('vary', 'accept-encoding')
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', page.policy)
    .header('referrer-policy', 'strict-origin-when-cross-origin')
    .send(isGzipped ? html.pipe(createGzip({ flush: constants.Z_SYNC_FLUSH })) : html);
}

async function* partsOf(page: Page, { text, answers }: EarlyContent): AsyncGenerator<string> {
  const [before = '', after = ''] = page.bodies.identity.toString().split(ANSWERS_PLACEHOLDER);
  yield before.replace(TEXT_PLACEHOLDER, () => text);
  // In a script element, only '<' can end it or start a comment (HTML, section 4.12.1.3).
  const data = (await answers).replaceAll('<', String.raw`\u003c`);
  yield `<script type="application/json" id="early-answers">${data}</script>${after}`;
}
