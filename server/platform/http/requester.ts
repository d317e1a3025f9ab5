import { viewerOfSession, type Recipient } from '../auth/recipient.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../db/viewer.ts';
import { assertScope, readSessionOrToken, type RequestSource } from './caller.ts';
import { isBlocked } from '../auth/sessions/session.ts';
import { passCheck } from './share-pass.ts';

export type Requester =
  | { kind: 'person'; profileId: string; sessionId: string; viewer: Viewer }
  | { kind: 'share'; shareLinkId: string; assertUnlocked: ReturnType<typeof passCheck> };

type Needs = Pick<Context, 'config' | 'clock' | 'sessions' | 'auth'>;

/**
 * Returns null unless the recipient sent the request. Doesn't check whether a share link is open or what the recipient
 * can see.
 */
export async function requesterOf(
  ctx: Needs,
  request: RequestSource,
  recipient: Recipient,
): Promise<Requester | null> {
  if (recipient.kind === 'share') {
    return { ...recipient, assertUnlocked: passCheck(ctx, request.headers.cookie) };
  }
  const session = await readSessionOrToken(ctx, request);
  assertScope(session, 'read');
  return session?.user.id !== recipient.profileId || isBlocked(session)
    ? null
    : { ...recipient, sessionId: session.sessionId, viewer: session.viewer };
}

export const currentViewer = async (
  ctx: Pick<Context, 'db' | 'config' | 'clock'>,
  requester: Requester,
): Promise<Viewer | null> =>
  requester.kind === 'share'
    ? { kind: 'share', shareLinkId: requester.shareLinkId }
    : viewerOfSession(ctx, requester.sessionId);

/** Creates the `watch` function of a Sendable. */
export const watchAccess =
  (
    { revocations }: Pick<Context, 'revocations'>,
    requester: Requester,
    check: () => Promise<unknown>,
  ) =>
  (end: (reason: unknown) => void): (() => void) => {
    const profileId = requester.kind === 'person' ? requester.profileId : null;
    return revocations.watch({ profileId, check }, end);
  };
