import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '#server/platform/context.ts';
import { joinFilmParts } from '#server/platform/media/film.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { timelapseKey, timelapsePartKey } from '#server/platform/storage/storage.ts';
import { TimelapseContent } from './content.ts';
import { keptParts, makeParts, readGains, STEPS_A_PART, type Making } from './parts.ts';
import { findTimelapseById, updateMaking } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
/** How often it is written down how far a film is, milliseconds. */
const PROGRESS_MS = 1000;
/** What remains when all parts are there. */
const JOINING_PERCENT = 98;

/**
 * Makes a film and keeps it, part by part: who takes it up again goes on after the last part. Afterwards it is
 * ready, or failed after the last try; what was cancelled or removed is left alone. Rejects so that the queue
 * tries again.
 */
export async function makeAskedTimelapse(ctx: Context, id: string, run: JobRun): Promise<void> {
  const row = await ctx.db.as(SYSTEM, (tx) => findTimelapseById(tx, id));
  if (row?.state !== 'making') return;
  const stopped = new AbortController();
  const signal = AbortSignal.any([run.signal, stopped.signal]);
  const folder = await mkdtemp(join(tmpdir(), 'overfly-film-'));
  try {
    const content = TimelapseContent.parse(row.content);
    const tell = progressOf(ctx, id, () => stopped.abort());
    const making = { id, content, folder, signal, gains: await readGains(ctx, content) };
    await keepParts(ctx, making, { done: row.parts, tell });
    await finish(ctx, making);
  } catch (error) {
    if (stopped.signal.aborted) return;
    if (!run.isLastTry || run.signal.aborted) throw error;
    ctx.log.error({ err: error, timelapseId: id }, 'time-lapse given up');
    const failed = { state: 'failed', updatedAt: ctx.clock() } as const;
    await ctx.db.as(SYSTEM, (tx) => updateMaking(tx, id, failed));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Tell = (percent: number) => void;

async function keepParts(
  ctx: Context,
  making: Making,
  { done, tell }: { done: number; tell: Tell },
): Promise<void> {
  const onProgress = (fraction: number) => tell(Math.floor(fraction * JOINING_PERCENT));
  for await (const { step, path } of makeParts(ctx, making, { done, onProgress })) {
    await ctx.storage.adopt(path, timelapsePartKey(making.id, step));
    await ctx.db.as(SYSTEM, (tx) => updateMaking(tx, making.id, { parts: step + STEPS_A_PART }));
    making.signal.throwIfAborted();
  }
}

/** Puts the parts together. A film that was removed meanwhile leaves no bytes. */
async function finish(ctx: Context, { id, content, folder, signal }: Making): Promise<void> {
  const keys = await keptParts(ctx, id, content.shots.length);
  const out = join(folder, 'film.mp4');
  await withLocalFiles(ctx, keys, (paths) =>
    joinFilmParts(paths, { list: join(folder, 'parts.txt'), out, signal }),
  );
  const { size } = await stat(out);
  await ctx.storage.adopt(out, timelapseKey(id));
  const ready = { state: 'ready', percent: 100, fileSize: size, updatedAt: ctx.clock() } as const;
  await ctx.db.as(SYSTEM, async (tx) => {
    if (await updateMaking(tx, id, { ...ready, parts: 0 })) return;
    const isThere = await findTimelapseById(tx, id);
    if (!isThere) await ctx.queue.enqueue(tx, removeStoredFiles, { fileIds: [id] });
  });
  for (const key of keys) await ctx.storage.remove(key);
}

/** Calls `work` with local paths that hold all of these objects. */
const withLocalFiles = <T>(
  ctx: Context,
  [key, ...rest]: readonly string[],
  work: (paths: string[]) => Promise<T>,
): Promise<T> =>
  key === undefined
    ? work([])
    : ctx.storage.withLocalFile(key, (path) =>
        withLocalFiles(ctx, rest, (paths) => work([path, ...paths])),
      );

/** Writes down how far a film is, and hears that nobody wants it any more. */
function progressOf(ctx: Context, id: string, onStopped: () => void): Tell {
  let last = 0;
  return (percent) => {
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    const write = ctx.db.as(SYSTEM, async (tx) => {
      if (!(await updateMaking(tx, id, { percent, updatedAt: ctx.clock() }))) onStopped();
    });
    write.catch((err: unknown) => ctx.log.warn({ err, timelapseId: id }, 'progress not told'));
  };
}
