import { os } from '@orpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { may, type Ability } from '#domain/roles.ts';
import type { Context } from '../context.ts';
import { viewerOfSession } from '../auth/recipient.ts';
import { isBlocked, type RequestSession } from '../auth/sessions/session.ts';

export type ApiContext = {
  ctx: Context;
  session: RequestSession | null;
  request: FastifyRequest;
  reply: FastifyReply;
};

const base = os.$context<ApiContext>();

/** Also lets in people who must still set up a second factor. */
export const signedInBeforeSetUp = base.middleware(({ context, next }) => {
  if (!context.session) throw new AppError('NOT_SIGNED_IN');
  return next({ context: { session: context.session } });
});

export const signedIn = base.middleware(({ context, next }) => {
  const session = assertSignedIn(context.session);
  return next({ context: { session, viewer: session.viewer } });
});

/** Throws NOT_SIGNED_IN or SECOND_FACTOR_REQUIRED. */
export function assertSignedIn(session: RequestSession | null): RequestSession {
  if (!session) throw new AppError('NOT_SIGNED_IN');
  if (isBlocked(session)) throw new AppError('SECOND_FACTOR_REQUIRED');
  return session;
}

export function assertAbility(found: RequestSession | null, ability: Ability): RequestSession {
  const session = assertSignedIn(found);
  if (!may(session.user.role, ability)) throw new AppError('ACCESS_DENIED');
  return session;
}

/** For long-lived connections. Throws NOT_SIGNED_IN or ACCESS_DENIED once the ability is gone. */
export async function assertStillHasAbility(
  ctx: Pick<Context, 'db' | 'config' | 'clock'>,
  sessionId: string,
  ability: Ability,
): Promise<void> {
  const viewer = await viewerOfSession(ctx, sessionId);
  if (!viewer) throw new AppError('NOT_SIGNED_IN');
  if (viewer.kind !== 'staff' || !may(viewer.role, ability)) throw new AppError('ACCESS_DENIED');
}

export const withAbility = (ability: Ability) =>
  base.middleware(({ context, next }) => {
    const session = assertAbility(context.session, ability);
    return next({ context: { session, viewer: session.viewer } });
  });

type Guarded<V, Input> = { context: { ctx: Context; viewer: V }; input: Input };

export const call =
  <V, Input, Output>(service: (ctx: Context, viewer: V, input: Input) => Output) =>
  ({ context, input }: Guarded<V, Input>): Output =>
    service(context.ctx, context.viewer, input);

export const callAs =
  <Name extends string, V, Input, Output>(
    name: Name,
    service: (ctx: Context, viewer: V, input: Input) => Promise<Output>,
  ) =>
  async ({ context, input }: Guarded<V, Input>) =>
    ({ [name]: await service(context.ctx, context.viewer, input) }) as { [N in Name]: Output };
