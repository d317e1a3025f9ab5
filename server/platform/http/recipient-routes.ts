import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Recipient } from '../auth/person.ts';

type Handler<Params> = (
  request: FastifyRequest<{ Params: Params }>,
  reply: FastifyReply,
  recipient: Recipient,
) => unknown;

/** How the address of what was made for a recipient begins, without a slash before it: what such routes take. */
export const recipientPath = (prefix: string, recipient: Recipient): string =>
  recipient.kind === 'share'
    ? `${prefix}/s/${recipient.shareLinkId}`
    : `${prefix}/p/${recipient.profileId}`;

/**
 * GET and HEAD of what is kept behind signed addresses: `<prefix>/p/:profileId<rest>`, made for a person, and
 * `<prefix>/s/:shareLinkId<rest>`, made under a share link. `handler` is told for whom.
 */
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
