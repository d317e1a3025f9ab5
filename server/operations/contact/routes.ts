import { implement } from '@orpc/server';
import { contact } from '#contract/contact.ts';
import type { Context } from '#server/platform/context.ts';
import { signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { createContactGuard, receiveMessage, type ContactGuard } from './service.ts';
import { receiveSupportMessage } from './support.ts';

const os = implement(contact).$context<ApiContext>();

const guards = new WeakMap<Context, ContactGuard>();

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
    await receiveMessage(ctx, guardOf(ctx), input, request.ip);
    return { received: true as const };
  }),

  support: os.support.use(signedIn).handler(async ({ context: { ctx, session }, input }) => {
    await receiveSupportMessage(ctx, session, input);
    return { received: true as const };
  }),
};
