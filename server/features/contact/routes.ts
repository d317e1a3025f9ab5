import { implement } from '@orpc/server';
import { contact } from '#contract/contact.ts';
import type { Context } from '#server/platform/context.ts';
import type { ApiContext } from '#server/platform/http/guards.ts';
import { createContactDesk, receiveMessage, type ContactDesk } from './service.ts';

const os = implement(contact).$context<ApiContext>();

const desks = new WeakMap<Context, ContactDesk>();

/** One for each running product. */
function deskOf(ctx: Context): ContactDesk {
  const desk = desks.get(ctx) ?? createContactDesk(ctx);
  desks.set(ctx, desk);
  return desk;
}

export const contactRoutes = {
  token: os.token.handler(({ context: { ctx } }) => ({
    token: deskOf(ctx).tokens.issue(ctx.clock()),
    proofBits: ctx.config.contact.proofBits,
  })),

  send: os.send.handler(async ({ context: { ctx, request }, input }) => {
    // Never made of the host that was asked for: whoever asks chooses it, and the operator follows it.
    const { publicUrl } = ctx.config;
    const inboxUrl = publicUrl && `${publicUrl}/operator/submissions`;
    await receiveMessage(ctx, deskOf(ctx), input, { address: request.ip, inboxUrl });
    return { received: true as const };
  }),
};
