import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInLogScope } from '../log.ts';
import type { Metrics } from '../metrics.ts';

/** Crockford's base 32. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_LENGTH = 10;
const VALID_ID = /^[\w-]{8,64}$/;
const REQUEST_ID_HEADER = 'x-request-id';

/** Only an ID set by a proxy can be trusted. */
export const requestIds =
  (isBehindProxy: boolean) =>
  (request: IncomingMessage): string => {
    const given = isBehindProxy ? request.headers[REQUEST_ID_HEADER] : undefined;
    return typeof given === 'string' && VALID_ID.test(given) ? given : newId();
  };

/** Random bytes for 1024 IDs. Generating them one by one would take a tenth of the time of serving a picture. */
const randomPool = Buffer.alloc(ID_LENGTH * 1024);
let used = randomPool.length;

function newId(): string {
  if (used === randomPool.length) {
    randomFillSync(randomPool);
    used = 0;
  }
  let id = '';
  for (const end = used + ID_LENGTH; used < end; used++) {
    id += ALPHABET[(randomPool[used] ?? 0) % ALPHABET.length];
  }
  return id;
}

export function addRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    runInLogScope({ requestId: request.id }, done);
  });
  // Enter the scope again, because body events run outside of it.
  app.addHook('preValidation', (request, _reply, done) => {
    runInLogScope({ requestId: request.id }, done);
  });
}

const operations = new WeakMap<FastifyRequest, string>();

/** All API operations share one route, so the metric needs their names. */
export const setOperation = (request: FastifyRequest, path: readonly string[]): void =>
  void operations.set(request, path.join('.'));

export function timeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.headers.upgrade === undefined) {
      // Use route patterns, because URLs are unlimited in number and may contain secrets.
      const operation = operations.get(request) ?? request.routeOptions.url ?? 'none';
      const { method } = request;
      metrics.recordRequest(
        { operation, method, status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
    }
    done();
  });
}
