import type { FastifyPluginAsync, FastifyRequest, RouteHandlerMethod } from 'fastify';

type Upload = {
  maxBytes: number;
  /** Before the body is read. */
  check: (request: FastifyRequest) => Promise<unknown>;
  answer: RouteHandlerMethod;
};

/** An operation whose body is a file of any type. */
export const fileUploadPlugin =
  (path: string, { maxBytes, check, answer }: Upload): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    const bodyLimit = maxBytes + 1;
    app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, new File([new Uint8Array(Buffer.from(body))], 'picture')),
    );
    app.addHook('onRequest', async (request) => {
      await check(request);
    });
    app.post(path, answer);
  };
