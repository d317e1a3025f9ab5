import { implement } from '@orpc/server';
import { session } from '#contract/session.ts';
import { AppError } from '#domain/errors.ts';
import { isPublished } from '#domain/passwords.ts';
import type { Proof } from '#server/platform/auth/known-devices.ts';
import { readToken, rememberDevice, writeToken } from '#server/platform/http/cookie.ts';
import { signedInBeforeSetUp, type ApiContext } from '#server/platform/http/guards.ts';
import { isFromThisMachine } from '#server/platform/http/this-machine.ts';
import { submitCode, presentSession, refreshSession, signIn, type OpenSession } from './service.ts';

const os = implement(session).$context<ApiContext>();

type Exchange = Pick<ApiContext, 'ctx' | 'request' | 'reply'>;

export const originOf = ({ ctx, request }: Exchange) => ({
  ipAddress: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
  devices: readToken(ctx.config, request, 'devices'),
});

export const sessionRoutes = {
  get: os.get.handler(async ({ context: { ctx, session: found } }) => {
    if (found) await ctx.auth.sessions.noteSeen(found.sessionId);
    return presentSession(ctx.config, found);
  }),

  role: os.role.use(signedInBeforeSetUp).handler(({ context }) => context.session.user.role),
  signInMethods: os.signInMethods.handler(({ context: { ctx } }) => ({
    provider: ctx.config.oidc && { name: ctx.config.oidc.name },
  })),

  signIn: os.signIn.handler(async ({ context, input }) => {
    const { ctx, request, reply } = context;
    if (isPublished(input.password) && !isFromThisMachine(request.raw))
      throw new AppError('SAMPLE_PASSWORD_ELSEWHERE');
    const opened = await signIn(ctx, { ...input, ...originOf(context) });
    if (opened.session)
      return { ...(await startSession(context, opened, 'password')), needsCode: false };
    writeToken(ctx.config, reply, opened, 'sign_in');
    return { ...presentSession(ctx.config, null), needsCode: true };
  }),

  submitCode: os.submitCode.handler(async ({ context, input }) => {
    const { ctx, request, reply } = context;
    const token = readToken(ctx.config, request, 'sign_in');
    if (!token) throw new AppError('SIGN_IN_TOOK_TOO_LONG');
    const opened = await submitCode(ctx, { ...input, token, ...originOf(context) });
    writeToken(ctx.config, reply, NO_TOKEN, 'sign_in');
    return startSession(context, opened, 'code');
  }),

  refresh: os.refresh.handler(async ({ context }) => {
    const { ctx, request, reply } = context;
    const token = readToken(ctx.config, request);
    try {
      if (!token) throw new AppError('NOT_SIGNED_IN');
      const opened = await refreshSession(ctx, token);
      writeToken(ctx.config, reply, opened);
      return opened.session;
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

/** Gives the browser its new session and ends its previous one. */
export async function startSession(context: Exchange, opened: OpenSession, proof: Proof) {
  const { ctx, request, reply } = context;
  const before = readToken(ctx.config, request);
  if (before) await ctx.auth.signOut(before);
  writeToken(ctx.config, reply, opened);
  if (opened.session.user) rememberDevice(context, opened.session.user.email, proof);
  return opened.session;
}

export const NO_TOKEN = { token: '', maxAgeSeconds: 0 };
const forget = ({ ctx, reply }: ApiContext) => writeToken(ctx.config, reply, NO_TOKEN);
