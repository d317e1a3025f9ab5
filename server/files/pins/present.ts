import { guestLinkEnd, type Pin, type PinPlace, type PinReply, type Shape } from '#domain/pins.ts';
import { recipientOf } from '#server/platform/auth/recipient.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { derivativesUrl } from '#server/platform/http/media-url.ts';
import { alignmentOf } from '../present.ts';
import { listNames, type PinRow, type ReplyRow } from './queries.ts';

export type Needs = Pick<Context, 'signer' | 'clock'>;
type Names = Awaited<ReturnType<typeof listNames>>;

/** Visitors of a share link get no names. */
export async function presentPins(ctx: Needs, tx: Tx, rows: readonly PinRow[]): Promise<Pin[]> {
  const viewer = viewerOf(tx);
  const ids = rows.flatMap(({ createdBy, stateBy, assigneeId }) => [
    createdBy,
    stateBy,
    assigneeId,
  ]);
  const names = await listNames(tx, viewer.kind === 'share' ? [] : ids);
  return rows.map((row) => presentPin(ctx, viewer, names, row));
}

function presentPin({ signer, clock }: Needs, viewer: Viewer, names: Names, row: PinRow): Pin {
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id)?.name ?? null));
  const mayChange = mayChangePin(viewer, row);
  const { kind, text, state, version, replyCount, projectId, projectName, timeZone } = row;
  return {
    id: row.id,
    kind,
    text,
    state,
    version,
    projectId,
    projectName,
    timeZone,
    submissionId: row.submissionId,
    submissionTitle: row.submissionTitle,
    place: placeOf(row),
    drawing: row.drawing as Shape[],
    stateAt: row.stateAt?.toISOString() ?? null,
    stateBy: nameOf(row.stateBy),
    visibility: row.isInternal ? 'internal' : 'project',
    author: nameOf(row.createdBy),
    mayChange,
    isMine: row.assigneeId !== null && row.assigneeId === profileOf(viewer),
    assignee: viewer.kind === 'share' ? null : assigneeOf(names, row),
    dueOn: row.dueOn,
    guest: mayChange ? guestOf(row, clock()) : null,
    replyCount: replyCount ?? 0,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    photo: row.fileId === null ? null : photoOf(signer, viewer, row.fileId, row),
  };
}

export const mayChangePin = (viewer: Viewer, { createdBy }: Pick<PinRow, 'createdBy'>): boolean =>
  viewer.kind === 'staff' ||
  viewer.kind === 'system' ||
  (viewer.kind === 'client' && createdBy === viewer.profileId);

function placeOf({ fileId, submissionId, x, y, seconds, longitude, latitude }: PinRow): PinPlace {
  if (fileId !== null) return { kind: 'file', fileId, x: x ?? 0, y: y ?? 0, seconds };
  const of = { submissionId };
  if (longitude === null || latitude === null) return { kind: 'week', ...of };
  return { kind: 'map', ...of, longitude, latitude };
}

function assigneeOf(names: Names, { assigneeId, guestEmail }: PinRow): Pin['assignee'] {
  if (assigneeId !== null)
    return { personId: assigneeId, name: '', isActive: false, ...names.get(assigneeId) };
  return guestEmail === null ? null : { personId: null, name: guestEmail, isActive: true };
}

function guestOf(row: PinRow, now: Date): Pin['guest'] {
  if (row.guestExpiresAt === null) return null;
  const end = guestLinkEnd(row);
  const expiresAt = (end ?? row.guestExpiresAt).toISOString();
  return { expiresAt, views: row.guestViews, isOpen: end !== null && end > now };
}

const photoOf = (signer: Context['signer'], viewer: Viewer, fileId: string, row: PinRow) => ({
  title: row.laid?.viewpointName ?? row.fileName ?? '',
  mediaUrl: derivativesUrl(signer, recipientOf(viewer), fileId, row.posterVersion ?? 0),
  presets: row.presets ?? [],
  width: row.width,
  height: row.height,
  viewpointId: row.laid?.viewpointId ?? null,
  viewpointName: row.laid?.viewpointName ?? null,
  alignment: alignmentOf(row),
});

export async function presentReplies(tx: Tx, rows: readonly ReplyRow[]): Promise<PinReply[]> {
  const names = await listNames(
    tx,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map(({ id, text, state, createdBy, guestEmail, hasPicture, createdAt }) => ({
    id,
    text,
    state,
    hasPicture,
    author: guestEmail ?? names.get(createdBy ?? '')?.name ?? null,
    createdAt: createdAt.toISOString(),
  }));
}
