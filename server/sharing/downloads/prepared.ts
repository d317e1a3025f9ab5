import { randomBytes } from 'node:crypto';
import {
  DOWNLOAD_DAYS,
  DOWNLOAD_LIMITS,
  downloadKindOf,
  DownloadKind,
  type Download,
  type DownloadSummary,
  type DownloadSelection,
} from '#domain/downloads.ts';
import type { DeletionFacts } from '#domain/events.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { hashToken } from '#server/platform/crypto.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { enqueueRemoval } from '#server/platform/storage/remove-job.ts';
import { removeExcess } from '#server/sharing/artifact/queries.ts';
import {
  bytesOf,
  countRaws,
  entriesOf,
  nameOf,
  selectFiles,
  entryInSize,
  type SelectedFiles,
} from './archive.ts';
import { withPictures } from './pictures.ts';
import { presentDownload } from './present.ts';
import {
  deleteDownload,
  findDownload,
  findProject,
  findUnfinished,
  insertDownload,
  listDownloads,
  listPackIds,
  listPublishedFiles,
  listPublishedSubmissions,
  removeExpired,
  setToken,
  type NewDownload,
  type PublishedFileRow,
} from './queries.ts';

const DAY_MS = 86_400_000;
const TOKEN_BYTES = 32;

type Needs = Pick<Context, 'db' | 'clock' | 'record' | 'storage' | 'queue'>;

/** Throws PROJECT_NOT_FOUND or SUBMISSION_NOT_FOUND. */
async function readSelection(
  ctx: Needs,
  viewer: Viewer,
  { projectId, submissionIds, size }: DownloadSelection,
): Promise<SelectedFiles> {
  const found = await ctx.db.as(viewer, async (tx) => {
    const project = await findProject(tx, projectId);
    if (!project) throw new AppError('PROJECT_NOT_FOUND');
    const all = await listPublishedSubmissions(tx, projectId);
    const wanted = new Set(submissionIds ?? all.map(({ id }) => id));
    const weeks = all.filter(({ id }) => wanted.has(id));
    if (weeks.length < wanted.size) throw new AppError('SUBMISSION_NOT_FOUND');
    return { project, weeks, files: await listPublishedFiles(tx, [...wanted]) };
  });
  // A RAW file has no smaller version, so reduced downloads include only the photo next to it.
  const isIncluded = ({ part }: PublishedFileRow) => size === 'original' || part !== 'raw';
  const chosen = found.files.filter(isIncluded);
  const files = size === 'reduced' ? await withPictures(ctx, chosen) : chosen;
  return selectFiles(found.project, found.weeks, files);
}

export async function measureDownload(
  ctx: Needs,
  viewer: Viewer,
  selection: DownloadSelection,
): Promise<DownloadSummary> {
  const found = await readSelection(ctx, viewer, selection);
  const { entries } = entriesOf(found, selection);
  const files = found.weeks.flatMap((week) => week.files);
  const isChosen = (file: PublishedFileRow) => selection.kinds.includes(downloadKindOf(file));
  return {
    bytes: bytesOf(entries),
    fileCount: entries.length,
    rawCount: countRaws(files.filter(isChosen)),
    ofKinds: DownloadKind.options.map((kind) => {
      const own = files.filter((file) => downloadKindOf(file) === kind);
      const bytes = own.reduce((sum, file) => sum + entryInSize(file, selection.size).size, 0);
      return { kind, fileCount: own.length, rawCount: countRaws(own), bytes };
    }),
  };
}

/** Throws the errors of readSelection, DOWNLOAD_EMPTY or DOWNLOAD_TOO_LARGE. */
export async function prepareDownload(
  ctx: Needs,
  viewer: Viewer,
  selection: DownloadSelection,
): Promise<Download> {
  const found = await readSelection(ctx, viewer, selection);
  const { entries, fileIds, kinds, weeks } = entriesOf(found, selection);
  if (entries.length === 0) throw new AppError('DOWNLOAD_EMPTY');
  if (entries.length > DOWNLOAD_LIMITS.files) throw new AppError('DOWNLOAD_TOO_LARGE');
  return ctx.db.as(viewer, (tx) =>
    saveDownload(ctx, tx, {
      projectId: selection.projectId,
      fileName: nameOf(found, weeks),
      kinds,
      size: selection.size,
      weeks: JSON.stringify(weeks),
      entries: JSON.stringify(entries),
      fileIds,
      bytes: bytesOf(entries),
    }),
  );
}

type Prepared = Omit<NewDownload, 'personId' | 'createdAt' | 'expiresAt'>;

/** Replaces the viewer's oldest download if they have too many. Throws NOT_SIGNED_IN. */
export async function saveDownload(ctx: Needs, tx: Tx, prepared: Prepared): Promise<Download> {
  const personId = profileOf(viewerOf(tx));
  if (!personId) throw new AppError('NOT_SIGNED_IN');
  const createdAt = ctx.clock();
  const expiresAt = new Date(createdAt.getTime() + DOWNLOAD_DAYS.open * DAY_MS);
  const { id } = await insertDownload(tx, { ...prepared, personId, createdAt, expiresAt });
  const old = await removeExcess(tx, 'downloads', { id, ofId: personId }, DOWNLOAD_LIMITS.kept);
  await enqueueRemoval(ctx, tx, old);
  await recordChange(ctx, tx);
  return presentDownload(await byId(ctx, tx, id));
}

export async function findDownloadInProgress(
  ctx: Needs,
  tx: Tx,
  of: Parameters<typeof findUnfinished>[1],
): Promise<Download | null> {
  const row = await findUnfinished(tx, of);
  return row ? presentDownload(await byId(ctx, tx, row.id)) : null;
}

export async function removePacksOf(
  ctx: Pick<Needs, 'queue'>,
  tx: Tx,
  { thing: { kind, id } }: DeletionFacts,
): Promise<void> {
  if (kind === 'project') await removeExportsOf(ctx, tx, { id });
}

export const removeExportsOf = async (
  ctx: Pick<Needs, 'queue'>,
  tx: Tx,
  { id }: { id: string },
): Promise<void> => enqueueRemoval(ctx, tx, await listPackIds(tx, id));

export const downloadsOf = (ctx: Needs, viewer: Viewer): Promise<Download[]> =>
  ctx.db.ask(viewer, async (tx) => (await listDownloads(tx, ctx.clock())).map(presentDownload));

/** Transfers in progress end, too. Throws DOWNLOAD_NOT_FOUND. */
export const removeDownload = (ctx: Needs, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const removed = await deleteDownload(tx, id);
    if (removed.length === 0) throw new AppError('DOWNLOAD_NOT_FOUND');
    await enqueueRemoval(ctx, tx, removed);
    await recordChange(ctx, tx);
    return { id };
  });

/**
 * Creates a URL that works without cookies (for download managers) as long as the session lasts. The previous token URL
 * stops working. Throws DOWNLOAD_NOT_FOUND.
 */
export const createTokenUrl = (
  ctx: Needs,
  { viewer, sessionId }: { viewer: Viewer; sessionId: string },
  id: string,
): Promise<{ url: string }> =>
  ctx.db.as(viewer, async (tx) => {
    const { fileName } = await byId(ctx, tx, id);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await setToken(tx, id, { tokenHash: hashToken(token), tokenSessionId: sessionId });
    await ctx.record(tx, { type: 'download.address-made', id, name: fileName });
    return { url: `/downloads/t/${token}/${encodeURIComponent(fileName)}` };
  });

async function byId({ clock }: Pick<Context, 'clock'>, tx: Tx, id: string) {
  const row = await findDownload(tx, id, { now: clock() });
  if (!row) throw new AppError('DOWNLOAD_NOT_FOUND');
  return row;
}

export async function recordChange(ctx: Pick<Context, 'record'>, tx: Tx): Promise<void> {
  const profileIds = [profileOf(viewerOf(tx)) ?? ''].filter(Boolean);
  await ctx.record(tx, { type: 'downloads.changed', profileIds });
}

export async function sweepDownloads(ctx: Pick<Context, 'db' | 'clock' | 'queue'>): Promise<void> {
  const before = new Date(ctx.clock().getTime() - DOWNLOAD_DAYS.listed * DAY_MS);
  await ctx.db.as({ kind: 'system' }, async (tx) =>
    enqueueRemoval(ctx, tx, await removeExpired(tx, before)),
  );
}
