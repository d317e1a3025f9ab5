import { viewerOfSession, type Recipient } from '../auth/person.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../db/viewer.ts';
import { assertScope, readCaller, type Asking } from './caller.ts';
import { isHeldBack } from '../auth/sessions/session.ts';
import { passCheck } from './share-pass.ts';

/** Who uses an address that was made for a recipient: a person in a session of theirs, or a visitor with their passes. */
export type Requester =
  | { kind: 'person'; profileId: string; sessionId: string; viewer: Viewer }
  | { kind: 'share'; shareLinkId: string; assertUnlocked: ReturnType<typeof passCheck> };

type Needs = Pick<Context, 'config' | 'clock' | 'sessions' | 'auth'>;

/**
 * The one an address was made for, if the request comes from them: for a person's that means in a session of
 * theirs, or by an API token of theirs that may read. Whether a share link is open, and what anybody sees, is not asked here.
 */
export async function requesterOf(
  ctx: Needs,
  request: Asking,
  recipient: Recipient,
): Promise<Requester | null> {
  if (recipient.kind === 'share') {
    return { ...recipient, assertUnlocked: passCheck(ctx, request.headers.cookie) };
  }
  const session = await readCaller(ctx, request);
  assertScope(session, 'read');
  return session?.user.id !== recipient.profileId || isHeldBack(session)
    ? null
    : { ...recipient, sessionId: session.sessionId, viewer: session.viewer };
}

/** On whose behalf a requester's request runs at this moment; null once their session gives them nothing more. */
export const viewerFor = async (
  ctx: Pick<Context, 'db' | 'config' | 'clock'>,
  requester: Requester,
): Promise<Viewer | null> =>
  requester.kind === 'share'
    ? { kind: 'share', shareLinkId: requester.shareLinkId }
    : viewerOfSession(ctx, requester.sessionId);

/** What `sendBytes` is told, so that a transfer ends with the right to it; `check` rejects once that is gone. */
export const whileAllowed =
  (
    { revocations }: Pick<Context, 'revocations'>,
    requester: Requester,
    check: () => Promise<unknown>,
  ) =>
  (end: (reason: unknown) => void): (() => void) => {
    const profileId = requester.kind === 'person' ? requester.profileId : null;
    return revocations.watch({ profileId, check }, end);
  };
