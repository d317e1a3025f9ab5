import type { FastifyReply } from 'fastify';
import { escapeHtml } from '#domain/html.ts';
import { MAP_FRAME_HEIGHT } from '#domain/map-providers.ts';

type Frame = {
  address: string;
  title: string;
  /** The CSP sources allowed in the frame. */
  sources: readonly string[];
  /** This site's origin. A frame from this origin must not keep it; otherwise, it could escape the sandbox. */
  origin: string;
  allowed?: string;
};

/** Sends a page without scripts that contains another site's page in a sandbox. */
export const sendFramePage = (reply: FastifyReply, frame: Frame): FastifyReply =>
  reply.headers(headersFor(frame.sources)).send(pageOf(frame));

const headersFor = (sources: readonly string[]) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `frame-src ${sources.join(' ')}`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
});

const sandboxOf = ({ address, origin, allowed }: Frame) =>
  [
    'allow-scripts',
    new URL(address).origin === origin ? null : 'allow-same-origin',
    allowed ?? null,
  ]
    .filter((part) => part !== null)
    .join(' ');

const pageOf = (frame: Frame) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(frame.title)}</title>
<style>
:root { color-scheme: light dark; }
html, body { margin: 0; height: 100%; }
iframe { display: block; width: 100%; height: 100%; min-height: ${MAP_FRAME_HEIGHT / 2}px; border: 0; }
</style>
</head>
<body>
<iframe src="${escapeHtml(frame.address)}" title="${escapeHtml(frame.title)}" sandbox="${sandboxOf(frame)}" allow="fullscreen" referrerpolicy="no-referrer"></iframe>
</body>
</html>
`;
