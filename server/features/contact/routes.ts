import { implement } from '@orpc/server';
import { contact } from '#contract/contact.ts';
import type { Context } from '#server/platform/context.ts';
import type { ApiContext } from '#server/platform/http/guards.ts';
import { createContactGuard, receiveMessage, type ContactGuard } from './service.ts';

const os = implement(contact).$context<ApiContext>();

const guards = new WeakMap<Context, ContactGuard>();

/** One for each running product. */
function guardOf(ctx: Context): ContactGuard {
  const guard = guards.get(ctx) ?? createContactGuard(ctx);
  guards.set(ctx, guard);
  return guard;
}

export const contactRoutes = {
  token: os.token.handler(({ context: { ctx } }) => ({
    token: guardOf(ctx).tokens.issue(ctx.clock()),
    proofBits: ctx.config.contact.proofBits,
  })),

  send: os.send.handler(async ({ context: { ctx, request }, input }) => {
    // Never made of the host that was asked for: whoever asks chooses it, and the operator follows it.
    const { publicUrl } = ctx.config;
    const inboxUrl = publicUrl && `${publicUrl}/operator/submissions`;
    await receiveMessage(ctx, guardOf(ctx), input, { address: request.ip, inboxUrl });
    return { received: true as const };
  }),
};
