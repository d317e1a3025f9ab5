import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics.ts';

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
