import type { EventOf } from '#domain/events.ts';
import { AppError } from '#domain/errors.ts';
import {
  FilmSize,
  TIMELAPSE_LIMITS,
  type Timelapse,
  type TimelapseLook,
} from '#domain/timelapses.ts';
import { askOnce } from '#server/platform/ask-once.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { viewerFor, type Requester } from '#server/platform/http/requester.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { pathOf, timelapseUrl } from './address.ts';
import { contentIn, keyOf, TimelapseContent } from './content.ts';
import { filmName } from './film-name.ts';
import { makeTimelapse } from './jobs.ts';
import {
  countSeen,
  findLockOfTimelapses,
  findTimelapse,
  findTimelapseById,
  insertTimelapse,
  listTimelapseIds,
  removeBefore,
  removeBeyond,
  removeOfGonePhotos,
  updateMaking,
  updateTimelapse,
  type TimelapseRow,
} from './queries.ts';

export { sharedTimelapsesIn } from './shared.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;
const PATIENCE_MS = TIMELAPSE_LIMITS.patienceMinutes * 60_000;

type Wanted = { viewpointId: string; size: FilmSize; look: TimelapseLook };

/** What a person is told who asks for a film of a viewpoint; it is made once. VIEWPOINT_NOT_FOUND, TIMELAPSE_TOO_SHORT. */
export async function timelapseFor(
  ctx: Context,
  viewer: Viewer,
  { again, ...wanted }: Wanted & { again: boolean },
): Promise<Timelapse> {
  const content = await contentFor(ctx, viewer, wanted);
  const row = await asked(ctx, { ...wanted, content, again });
  return present(ctx, viewer, row, wanted);
}

/** The film of a look that is being made; null: none that gives a sign. VIEWPOINT_NOT_FOUND. */
export async function filmInTheMaking(
  ctx: Context,
  viewer: Viewer,
  played: Omit<Wanted, 'size'>,
): Promise<{ film: Timelapse | null }> {
  const since = new Date(ctx.clock().getTime() - PATIENCE_MS);
  for (const size of FilmSize.options) {
    const content = await ctx.db.as(viewer, (tx) => contentIn(ctx, tx, { ...played, size }));
    if (!content) break;
    const row = await ctx.db.as(SYSTEM, (tx) =>
      findTimelapse(tx, played.viewpointId, keyOf(content)),
    );
    if (row?.state === 'making' && row.updatedAt >= since) {
      return { film: present(ctx, viewer, row, { size }) };
    }
  }
  return { film: null };
}

/**
 * Stops the making of a film. What is made of it is kept for a while, for whoever goes on. VIEWPOINT_NOT_FOUND,
 * TIMELAPSE_TOO_SHORT, TIMELAPSE_NOT_FOUND when nobody has asked for it.
 */
export async function cancelTimelapse(
  ctx: Context,
  viewer: Viewer,
  wanted: Wanted,
): Promise<Timelapse> {
  const key = keyOf(await contentFor(ctx, viewer, wanted));
  const row = await ctx.db.as(SYSTEM, async (tx) => {
    const found = await findTimelapse(tx, wanted.viewpointId, key);
    if (!found) throw new AppError('TIMELAPSE_NOT_FOUND');
    const stopped = { state: 'cancelled', updatedAt: ctx.clock() } as const;
    const isStopped = await updateMaking(tx, found.id, stopped);
    return isStopped ? { ...found, ...stopped } : found;
  });
  return present(ctx, viewer, row, wanted);
}

async function contentFor(ctx: Context, viewer: Viewer, wanted: Wanted): Promise<TimelapseContent> {
  const content = await ctx.db.as(viewer, (tx) => contentIn(ctx, tx, wanted));
  if (!content) throw new AppError('TIMELAPSE_TOO_SHORT');
  return content;
}

function present(
  ctx: Context,
  viewer: Viewer,
  row: TimelapseRow,
  { size }: Pick<Wanted, 'size'>,
): Timelapse {
  const profileId = profileOf(viewer);
  if (!profileId) throw new AppError('NOT_SIGNED_IN');
  const { id, state, percent, fileName, fileSize } = row;
  const url =
    state === 'ready' ? timelapseUrl(ctx.signer, { kind: 'person', profileId }, id) : null;
  return { size, state, percent, fileName, url, bytes: fileSize };
}

export type OpenedTimelapse = {
  id: string;
  fileName: string;
  fileSize: number;
  /** Rejects once its requester does not see all of it any more. */
  check: () => Promise<void>;
};

/**
 * The film behind a signed address, as long as its requester sees every photo of it, and a link shows films.
 * TIMELAPSE_NOT_FOUND, SHARE_PASSWORD_REQUIRED.
 */
export async function openTimelapse(
  ctx: Context,
  requester: Requester,
  { id, seal }: { id: string; seal: string },
): Promise<OpenedTimelapse> {
  if (!ctx.signer.verify(pathOf(requester, id), seal)) throw new AppError('TIMELAPSE_NOT_FOUND');
  const row = await ctx.db.as(SYSTEM, (tx) => findTimelapseById(tx, id));
  if (row?.state !== 'ready' || row.fileSize === null) throw new AppError('TIMELAPSE_NOT_FOUND');
  const { shots } = TimelapseContent.parse(row.content);
  const fileIds = shots.map(({ fileId }) => fileId);
  const check = async () => {
    const viewer = await viewerFor(ctx, requester);
    if (!viewer) throw new AppError('TIMELAPSE_NOT_FOUND');
    const seen = await ctx.db.as(viewer, async (tx) => {
      if (requester.kind === 'share') {
        const link = await findLockOfTimelapses(tx, requester.shareLinkId);
        if (!link) throw new AppError('TIMELAPSE_NOT_FOUND');
        requester.assertUnlocked(link);
      }
      return countSeen(tx, row.viewpointId, fileIds);
    });
    if (seen !== fileIds.length) throw new AppError('TIMELAPSE_NOT_FOUND');
  };
  await check();
  return { id, fileName: row.fileName, fileSize: row.fileSize, check };
}

type Asked = Wanted & { content: TimelapseContent; again: boolean };

/** The film of such content; when there is none, or it is gone on with `again`, it is given to the worker. */
const asked = (ctx: Context, { viewpointId, look, content, again }: Asked): Promise<TimelapseRow> =>
  ctx.db.as(SYSTEM, async (tx) => {
    const now = ctx.clock();
    const contentKey = keyOf(content);
    const row = { viewpointId, contentKey, fileName: filmName(content, look) };
    const times = { createdAt: now, updatedAt: now };
    const film = await askOnce<TimelapseRow>({
      now,
      again,
      patienceMs: PATIENCE_MS,
      insert: () => insertTimelapse(tx, { ...row, ...times, content: JSON.stringify(content) }),
      find: () => findTimelapse(tx, viewpointId, contentKey),
      begin: async (timelapseId) => {
        await ctx.queue.enqueue(tx, makeTimelapse, { timelapseId });
        const made = { id: timelapseId, viewpointId };
        await removeBytes(ctx, tx, await removeBeyond(tx, made, TIMELAPSE_LIMITS.kept));
      },
      restart: async (stopped) => {
        const anew = { state: 'making', fileSize: null, updatedAt: now } as const;
        await updateTimelapse(tx, stopped.id, anew);
        await ctx.queue.enqueue(tx, makeTimelapse, { timelapseId: stopped.id });
        return { ...stopped, ...anew };
      },
    });
    if (!film) throw new AppError('TIMELAPSE_NOT_FOUND');
    return film;
  });

const removeBytes = async (ctx: Pick<Context, 'queue'>, tx: Tx, fileIds: string[]) => {
  if (fileIds.length) await ctx.queue.enqueue(tx, removeStoredFiles, { fileIds });
};

/** Has the films of a project removed after the commit, whose rows are about to be deleted. */
export async function removeTimelapsesOf(
  ctx: Pick<Context, 'queue'>,
  tx: Tx,
  { thing: { kind, id } }: EventOf<'thing.deleted'>,
): Promise<void> {
  if (kind === 'project') await removeBytes(ctx, tx, await listTimelapseIds(tx, id));
}

/** Lets go of films of photos that are gone, and of old ones: they are made again when somebody asks. */
export const sweepTimelapses = (ctx: Pick<Context, 'db' | 'clock' | 'queue'>): Promise<void> =>
  ctx.db.as(SYSTEM, async (tx) => {
    const before = new Date(ctx.clock().getTime() - TIMELAPSE_LIMITS.days * DAY_MS);
    await removeBytes(ctx, tx, [
      ...(await removeBefore(tx, before)),
      ...(await removeOfGonePhotos(tx)),
    ]);
  });
