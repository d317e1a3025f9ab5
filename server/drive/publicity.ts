import type { DrivePublicity } from '#domain/drive.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import type { DriveRef } from '#server/platform/drive/requests.ts';
import { DRIVE_SCOPE } from '#server/platform/drive/sign-in.ts';
import { isPublic } from '#server/platform/drive/entries.ts';

type Needs = Pick<Context, 'drive' | 'db' | 'record'>;

export async function readPublicity({ drive }: Needs, ref: DriveRef): Promise<DrivePublicity> {
  const entry = await drive.entry(ref);
  const connection = await drive.connection();
  // Without the full Drive scope, Google lets us change only files that this app created or opened.
  const isWithinGrant = entry.isAppAuthorized || connection?.scopes.includes(DRIVE_SCOPE) === true;
  return {
    driveFileId: entry.id,
    isPublic: isPublic(entry),
    canChange: entry.capabilities.canShare && isWithinGrant,
    url: drive.webUrl(entry),
  };
}

/** Throws DRIVE_ACCESS_DENIED or DRIVE_SCOPE_MISSING if the account isn't allowed to share the file. */
export async function makePublic(
  ctx: Needs,
  viewer: Viewer,
  ref: DriveRef,
): Promise<DrivePublicity> {
  await ctx.drive.shareWithAnyone(ref);
  return recordChange(ctx, viewer, 'drive.made-public', ref);
}

/** Removes access by link. Throws the same errors as makePublic. */
export async function makePrivate(
  ctx: Needs,
  viewer: Viewer,
  ref: DriveRef,
): Promise<DrivePublicity> {
  await ctx.drive.shareWithNobodyElse(ref);
  return recordChange(ctx, viewer, 'drive.taken-back', ref);
}

type PublicityEvent = 'drive.made-public' | 'drive.taken-back';

async function recordChange(ctx: Needs, viewer: Viewer, type: PublicityEvent, ref: DriveRef) {
  const publicity = await readPublicity(ctx, ref);
  const detail = { driveFileId: ref.id };
  await ctx.db.as(viewer, (tx) => ctx.record(tx, { type, id: null, detail }));
  return publicity;
}
