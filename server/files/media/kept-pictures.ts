import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Recipient } from '#server/platform/auth/person.ts';
import { isAmbiguous } from '#server/platform/http/request-head.ts';
import { REQUEST_ID, requestIds } from '#server/platform/http/request-id.ts';
import { securityHeaders } from '#server/platform/http/security-headers.ts';
import { soon } from '#server/platform/soon.ts';
import { CACHING, findDerivative, type DerivativeName, type MediaParts } from './derivatives.ts';

export const DERIVATIVE_ROUTE = '/f/:fileId/:seal/:name';

const ADDRESS = /^\/media\/([ps])\/([\w-]+)\/f\/([\w.-]+)\/([\w-]+)\/([\w.]+)$/;

type Asked = DerivativeName & { recipient: Recipient };

/**
 * Answers what is asked for most, the whole of a picture that is in memory, before the framework sees it: half of
 * what such a request costs is spent there (bench media, decision 0085). Who may see it is decided by the same
 * code; whatever else is asked, or is to be said, is left to the route.
 */
export function serveKeptPictures(server: Server, parts: MediaParts): void {
  const { config, metrics } = parts.ctx;
  const headers = securityHeaders(config);
  const idOf = requestIds(config.trustProxy !== false);
  const [framework] = server.listeners('request') as [RequestListener];

  function answer(request: IncomingMessage, response: ServerResponse, asked: Asked) {
    const start = performance.now();
    // Tokens, of which alone the address of the caller matters, are left to the route.
    const caller = { headers: request.headers, ip: '' };
    return soon(findDerivative(parts, caller, asked), ({ found: { bytes, etag }, type }) => {
      if (!bytes) return framework(request, response);
      response.writeHead(200, {
        ...headers,
        [REQUEST_ID]: idOf(request),
        'content-type': type,
        'cache-control': CACHING[asked.recipient.kind],
        etag,
        'accept-ranges': 'bytes',
        'content-length': bytes.length,
      });
      response.end(bytes, () =>
        metrics.requestTook(
          { operation: OPERATIONS[asked.recipient.kind], method: 'GET', status: 200 },
          (performance.now() - start) / 1000,
        ),
      );
    });
  }

  server.off('request', framework);
  server.on('request', (request, response) => {
    const asked = isPlain(request, server) ? readAddress(request.url) : null;
    if (!asked) return framework(request, response);
    try {
      const answered = answer(request, response, asked);
      if (answered instanceof Promise) answered.catch(() => framework(request, response));
    } catch {
      framework(request, response);
    }
  });
}

/** The patterns of its routes, by which times are counted. */
const OPERATIONS = {
  person: `/media/p/:profileId${DERIVATIVE_ROUTE}`,
  share: `/media/s/:shareLinkId${DERIVATIVE_ROUTE}`,
};

/** A server that is being closed ends its connections, which the framework sees to. */
const isPlain = (request: IncomingMessage, server: Server) => {
  const { method, headers } = request;
  return (
    method === 'GET' &&
    headers.range === undefined &&
    headers['if-none-match'] === undefined &&
    headers.authorization === undefined &&
    headers.upgrade === undefined &&
    server.listening &&
    !isAmbiguous(request)
  );
};

function readAddress(url = ''): Asked | null {
  const match = ADDRESS.exec(url);
  if (!match) return null;
  const [, segment, id = '', fileId = '', seal = '', name = ''] = match;
  const recipient: Recipient =
    segment === 'p' ? { kind: 'person', profileId: id } : { kind: 'share', shareLinkId: id };
  return { recipient, fileId, seal, name };
}
