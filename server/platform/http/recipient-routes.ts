import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '#domain/errors.ts';
import type { Recipient } from '../auth/recipient.ts';
import type { Context } from '../context.ts';
import type { Signer } from '../signed-url.ts';
import { openInSlot } from './concurrency.ts';
import { requesterOf, type Requester } from './requester.ts';

const DAY_MS = 86_400_000;

type Handler<Params> = (
  request: FastifyRequest<{ Params: Params }>,
  reply: FastifyReply,
  recipient: Recipient,
) => unknown;

/** Serves GET and HEAD of `<prefix>/p/:profileId<rest>` and `<prefix>/s/:shareLinkId<rest>`. */
export function recipientRoutes<Params>(
  app: FastifyInstance,
  { prefix, rest }: { prefix: string; rest: string },
  handler: Handler<Params>,
): void {
  const add = (segment: string, recipientOf: (params: Record<string, string>) => Recipient) =>
    app.route({
      method: ['GET', 'HEAD'],
      exposeHeadRoute: false,
      url: `${prefix}/${segment}${rest}`,
      handler: (request, reply) =>
        handler(
          request as FastifyRequest<{ Params: Params }>,
          reply,
          recipientOf(request.params as Record<string, string>),
        ),
    });
  add('p/:profileId', ({ profileId = '' }) => ({ kind: 'person', profileId }));
  add('s/:shareLinkId', ({ shareLinkId = '' }) => ({ kind: 'share', shareLinkId }));
}

const signedPath = (prefix: string, recipient: Recipient, id: string): string =>
  recipient.kind === 'share'
    ? `${prefix}/s/${recipient.shareLinkId}/${id}`
    : `${prefix}/p/${recipient.profileId}/${id}`;

type Address = { prefix: string; id: string; name: string; periodMs?: number };

export function signedUrl(
  signer: Signer,
  recipient: Recipient,
  { prefix, id, name, periodMs = DAY_MS }: Address,
): string {
  const path = signedPath(prefix, recipient, id);
  return `/${path}/${signer.sign(path, periodMs)}/${encodeURIComponent(name)}`;
}

export type Opening = { request: FastifyRequest; reply: FastifyReply; requester: Requester };

type SignedRoute<Opened> = {
  prefix: string;
  name: string;
  places: 'archives' | 'files';
  notFound: ErrorCode;
  open: (requester: Requester, id: string, request: FastifyRequest) => Promise<Opened>;
  send: (opening: Opening, opened: Opened) => unknown;
};

export function signedRoutes<Opened>(
  ctx: Context,
  app: FastifyInstance,
  { prefix, name, places, notFound, open, send }: SignedRoute<Opened>,
): void {
  recipientRoutes<{ id: string; seal: string }>(
    app,
    { prefix: `/${prefix}`, rest: `/:id/:seal/${name}` },
    async (request, reply, recipient) => {
      const { id, seal: signature } = request.params;
      const requester = await requesterOf(ctx, request, recipient);
      if (!requester) throw new AppError(notFound);
      const opening = { request, reply, requester };
      const opened = await openInSlot(ctx, places, opening, async () => {
        if (!ctx.signer.verify(signedPath(prefix, recipient, id), signature))
          throw new AppError(notFound);
        return open(requester, id, request);
      });
      return send(opening, opened);
    },
  );
}
