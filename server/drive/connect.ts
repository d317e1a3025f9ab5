import type { DriveOutcome, DriveStatus } from '#domain/drive.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import type { ConsentAnswer } from '#server/platform/drive/consent.ts';

export const CALLBACK_PATH = '/api/operator/drive/callback';
/** The page to show if the `state` in Google's redirect is unknown or has expired. */
export const SETTINGS_PATH = '/operator/settings/drive';

type Connecting = { sessionId: string; viewer: Viewer; origin: string };

const redirectUrlOf = (origin: string) => new URL(CALLBACK_PATH, origin).href;

export const statusOf = async (
  { drive }: Pick<Context, 'drive'>,
  origin: string,
): Promise<DriveStatus> => ({
  missing: [...drive.missing],
  redirectUrl: redirectUrlOf(origin),
  connection: await drive.connection(),
});

/** Returns the URL of Google's consent page. Throws DRIVE_NOT_CONFIGURED or INVALID_INPUT. */
export async function startConnecting(
  { drive }: Pick<Context, 'drive'>,
  { sessionId, origin }: Connecting,
  next: string,
): Promise<{ url: string }> {
  // Paths that start with `//` or `/\` would lead to another site.
  const { origin: ours } = new URL(origin);
  const isOwn = URL.canParse(next, ours) && new URL(next, ours).origin === ours;
  if (!isOwn) throw new AppError('INVALID_INPUT', 'The page to return to must be on this site.');
  const redirectUrl = redirectUrlOf(origin);
  return { url: await drive.requestConsent({ sessionId, redirectUrl, next }) };
}

/** Returns the page to show after Google's redirect. */
export async function finishConnecting(
  ctx: Pick<Context, 'drive' | 'db' | 'log' | 'record'>,
  { sessionId, viewer }: Omit<Connecting, 'origin'>,
  answer: ConsentAnswer,
): Promise<string> {
  const { next, outcome, grant } = await ctx.drive.acceptConsent(sessionId, answer);
  if (grant) {
    const { before } = await ctx.db.as(viewer, async (tx) => {
      const kept = await ctx.drive.saveGrant(tx, { ...grant, connectedBy: profileOf(viewer) });
      const detail = { email: grant.email };
      await ctx.record(tx, { type: 'drive.connected', id: null, detail });
      return kept;
    });
    // Revoking an old grant of the same account would also revoke the new one.
    if (before && before.email !== grant.email) await ctx.drive.revoke(before);
  }
  return pageAfter(next ?? SETTINGS_PATH, outcome);
}

function pageAfter(next: string, outcome: DriveOutcome): string {
  const { pathname, search, hash } = new URL(next, 'http://localhost');
  // `/.//host` becomes `//host`, which would lead to another site.
  const path = pathname.replace(/^\/+/, '/');
  const query = new URLSearchParams(search);
  query.set('drive', outcome);
  return `${path}?${query.toString()}${hash}`;
}

/** Disconnects the account even if Google can't be reached. Throws DRIVE_NOT_CONNECTED. */
export async function disconnect(
  ctx: Pick<Context, 'drive' | 'db' | 'record'>,
  viewer: Viewer,
): Promise<{ revoked: boolean }> {
  const gone = await ctx.db.as(viewer, async (tx) => {
    const grant = await ctx.drive.removeGrant(tx);
    if (!grant) throw new AppError('DRIVE_NOT_CONNECTED');
    const detail = { email: grant.email };
    await ctx.record(tx, { type: 'drive.disconnected', id: null, detail });
    return grant;
  });
  return { revoked: await ctx.drive.revoke(gone) };
}
