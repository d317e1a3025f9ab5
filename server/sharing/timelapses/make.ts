import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '#server/platform/context.ts';
import { joinTimelapseParts } from '#server/platform/media/timelapse-encoder.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { timelapseKey, timelapsePartKey } from '#server/platform/storage/storage.ts';
import { makeArtifact, type Progress } from '#server/sharing/artifact/make.ts';
import { TimelapseContent } from './content.ts';
import { TIMELAPSE } from './jobs.ts';
import { storedPartKeys, makeParts, readGains, STEPS_PER_PART, type Making } from './parts.ts';
import { updateParts } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
/** Progress when all parts are stored; joining them takes the rest. */
const JOINING_PERCENT = 98;

/** A retry continues after the last stored part. */
export async function makeTimelapseFilm(ctx: Context, id: string, run: JobRun): Promise<void> {
  let parts: string[] = [];
  const isReady = await makeArtifact(
    ctx,
    TIMELAPSE,
    { id, run },
    async (row, { signal, setPercent }) => {
      const folder = await mkdtemp(join(tmpdir(), 'overfly-film-'));
      try {
        const content = TimelapseContent.parse(row.content);
        const making = { id, content, folder, signal, gains: await readGains(ctx, content) };
        await makeAndStoreParts(ctx, making, { done: row.parts, setPercent });
        parts = await storedPartKeys(ctx, id, content.shots.length);
        return await joinParts(ctx, making, parts);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
  if (isReady) for (const key of parts) await ctx.storage.remove(key);
}

async function makeAndStoreParts(
  ctx: Context,
  making: Making,
  { done, setPercent }: Pick<Progress, 'setPercent'> & { done: number },
): Promise<void> {
  const onProgress = (fraction: number) => setPercent(Math.floor(fraction * JOINING_PERCENT));
  for await (const { step, path } of makeParts(ctx, making, { done, onProgress })) {
    await ctx.storage.moveIn(path, timelapsePartKey(making.id, step));
    await ctx.db.as(SYSTEM, (tx) => updateParts(tx, making.id, step + STEPS_PER_PART));
    making.signal.throwIfAborted();
  }
}

async function joinParts(
  ctx: Context,
  { id, folder, signal }: Making,
  parts: readonly string[],
): Promise<number> {
  const out = join(folder, 'film.mp4');
  await withLocalFiles(ctx, parts, (paths) =>
    joinTimelapseParts(paths, { list: join(folder, 'parts.txt'), out, signal }),
  );
  const { size } = await stat(out);
  await ctx.storage.moveIn(out, timelapseKey(id));
  return size;
}

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
