import { implement } from '@orpc/server';
import type { FastifyReply } from 'fastify';
import { session } from '#contract/session.ts';
import { AppError } from '#domain/errors.ts';
import { readToken, writeToken } from '#server/platform/http/cookie.ts';
import { signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { presentSession, refreshSession, signIn, type OpenSession } from './service.ts';

const os = implement(session).$context<ApiContext>();

export const sessionRoutes = {
  get: os.get.handler(({ context }) => presentSession(context.session)),

  role: os.role.use(signedIn).handler(({ context }) => context.session.user.role),

  signIn: os.signIn.handler(async ({ context, input }) => {
    const { ctx, request, reply } = context;
    // A session of before is left behind: signing in always opens one of its own.
    const before = readToken(ctx.config, request);
    const userAgent = request.headers['user-agent'] ?? null;
    const opened = await signIn(ctx, { ...input, ipAddress: request.ip, userAgent });
    if (before) await ctx.auth.signOut(before);
    return handOver(context, reply, opened);
  }),

  refresh: os.refresh.handler(async ({ context }) => {
    const { ctx, request, reply } = context;
    const token = readToken(ctx.config, request);
    try {
      if (!token) throw new AppError('NOT_SIGNED_IN');
      return handOver(context, reply, await refreshSession(ctx, token));
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_SIGNED_IN') forget(context);
      throw error;
    }
  }),

  signOut: os.signOut.handler(async ({ context }) => {
    const { ctx, request } = context;
    const token = readToken(ctx.config, request);
    if (token) await ctx.auth.signOut(token);
    forget(context);
    return { signedOut: true as const };
  }),
};

function handOver({ ctx }: ApiContext, reply: FastifyReply, opened: OpenSession) {
  writeToken(ctx.config, reply, opened.token, opened.maxAgeSeconds);
  return opened.session;
}

const forget = ({ ctx, reply }: ApiContext) => writeToken(ctx.config, reply, '', 0);
