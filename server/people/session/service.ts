import { AppError } from '#domain/errors.ts';
import type { Session } from '#domain/session.ts';
import type { Config } from '#server/config.ts';
import type { Auth, SignedIn } from '#server/platform/auth/auth.ts';
import type { Context } from '#server/platform/context.ts';
import {
  mustSetUpSecondFactor,
  findNewSession,
  type RequestSession,
} from '#server/platform/auth/sessions/session.ts';

/** `token` goes into the cookie. */
export type OpenSession = { session: Session; token: string; maxAgeSeconds: number };
/** The password was correct, but the code is still missing. `token` identifies this step. */
export type PendingSignIn = { session: null; token: string; maxAgeSeconds: number };

export const presentSession = (config: Config, session: RequestSession | null): Session => ({
  user: session && {
    ...session.user,
    mustSetUpSecondFactor: mustSetUpSecondFactor(config, session),
  },
  expiresAt: session?.renewAt?.toISOString() ?? null,
  needsRefresh: session?.needsRefresh ?? false,
});

/** Throws INVALID_CREDENTIALS or RATE_LIMITED. */
export async function signIn(
  ctx: Context,
  input: Parameters<Auth['signIn']>[0],
): Promise<OpenSession | PendingSignIn> {
  return presentSignIn(ctx, await ctx.auth.signIn(input));
}

export async function presentSignIn(
  ctx: Context,
  signedIn: SignedIn,
): Promise<OpenSession | PendingSignIn> {
  const { token, endsAt, needsCode } = signedIn;
  if (!needsCode) return readOpenSession(ctx, token);
  return { session: null, token, maxAgeSeconds: secondsUntil(endsAt, ctx.clock()) };
}

/** Throws CODE_NOT_VALID, SIGN_IN_TOOK_TOO_LONG, or RATE_LIMITED. */
export async function submitCode(
  ctx: Context,
  input: Parameters<Auth['finishSignIn']>[0],
): Promise<OpenSession> {
  const { token } = await ctx.auth.finishSignIn(input);
  return readOpenSession(ctx, token);
}

/** Rotates the token and restarts the session's lifetime. Throws NOT_SIGNED_IN if it has ended. */
export async function refreshSession(ctx: Context, token: string): Promise<OpenSession> {
  const fresh = await ctx.auth.refresh(token);
  return readOpenSession(ctx, fresh.token);
}

async function readOpenSession(ctx: Context, token: string): Promise<OpenSession> {
  const now = ctx.clock();
  const session = await findNewSession(ctx.db, token, now);
  if (!session) throw new AppError('NOT_SIGNED_IN');
  const maxAgeSeconds = secondsUntil(session.endsAt, now);
  return { session: presentSession(ctx.config, session), token, maxAgeSeconds };
}

const secondsUntil = (then: Date, now: Date) => Math.ceil((then.getTime() - now.getTime()) / 1000);
