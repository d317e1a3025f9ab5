import { AppError } from '#domain/errors.ts';
import type { Session } from '#domain/session.ts';
import type { Context } from '#server/platform/context.ts';
import { findNewSession, type RequestSession } from '#server/platform/http/session.ts';

/** A session as its owner gets it, and the secret that goes into the cookie beside it. */
export type OpenSession = { session: Session; token: string; maxAgeSeconds: number };

export const presentSession = (session: RequestSession | null): Session => ({
  user: session?.user ?? null,
  expiresAt: session?.expiresAt.toISOString() ?? null,
});

/** Signs in. INVALID_CREDENTIALS or RATE_LIMITED. */
export async function signIn(
  ctx: Context,
  input: { email: string; password: string; ipAddress: string; userAgent: string | null },
): Promise<OpenSession> {
  const { token } = await ctx.auth.signIn(input);
  return opened(ctx, token);
}

/** Changes the secret of a session and gives it its full life again. NOT_SIGNED_IN when it is over. */
export async function refreshSession(ctx: Context, token: string): Promise<OpenSession> {
  const fresh = await ctx.auth.refresh(token);
  return opened(ctx, fresh.token);
}

async function opened(ctx: Context, token: string): Promise<OpenSession> {
  const now = ctx.clock();
  const session = await findNewSession(ctx.db, token, now);
  if (!session) throw new AppError('NOT_SIGNED_IN');
  const maxAgeSeconds = Math.ceil((session.expiresAt.getTime() - now.getTime()) / 1000);
  return { session: presentSession(session), token, maxAgeSeconds };
}
