import { randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inLogScope } from '../log.ts';
import type { Metrics } from '../metrics.ts';

/** Of 32 characters none is taken for another when it is read aloud (Crockford's base 32). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 10;
/** What a proxy may call a request. */
const GIVEN = /^[\w-]{8,64}$/;
const REQUEST_ID = 'x-request-id';

/**
 * Names each request: as the proxy did, where one is trusted, else by ten characters of its own. Anybody could
 * send the header, so without a proxy it is ignored.
 */
export const requestIds =
  (isBehindProxy: boolean) =>
  (request: IncomingMessage): string => {
    const given = isBehindProxy ? request.headers[REQUEST_ID] : undefined;
    return typeof given === 'string' && GIVEN.test(given) ? given : newId();
  };

/** Drawn for many requests at once: for each by itself they would be a tenth of what a picture costs. */
const drawn = Buffer.alloc(LENGTH * 1024);
let used = drawn.length;

function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  let id = '';
  for (const end = used + LENGTH; used < end; used++) {
    id += ALPHABET[(drawn[used] ?? 0) % ALPHABET.length];
  }
  return id;
}

/** Has every answer and every line of the log say which request it belongs to. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id);
    inLogScope({ requestId: request.id }, done);
  });
  // The body arrives in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    inLogScope({ requestId: request.id }, done);
  });
}

const operations = new WeakMap<FastifyRequest, string>();

/** Says which operation of the API a request turned out to be: its route is one for all of them. */
export const nameOperation = (request: FastifyRequest, path: readonly string[]): void =>
  void operations.set(request, path.join('.'));

/** Counts how long each request took; a live channel is none, as it stays open for days. */
export function timeRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.headers.upgrade === undefined) {
      // A pattern, never an address: those are endless, and some hold secrets.
      const operation = operations.get(request) ?? request.routeOptions.url ?? 'none';
      const { method } = request;
      metrics.requestTook(
        { operation, method, status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
    }
    done();
  });
}
