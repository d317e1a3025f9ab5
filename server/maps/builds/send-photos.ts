import { openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { originalKey } from '#server/platform/storage/storage.ts';
import { EngineError, isForgotten, LostAnswer, sendPhoto } from './engine.ts';
import { listPhotoNames, markSent } from './queries.ts';
import { Overtaken, type Run } from './run.ts';

const LANES = 4;
const MAX_TRIES = 8;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;
const ANNOUNCE_MS = 2000;

type Photo = { fileId: string; name: string };

/**
 * Sends each photo once. After a lost answer the photo counts as sent, because sending it again would make a second
 * copy; whether all have arrived shows in the engine's count after the commit.
 */
export async function sendPhotos(run: Run, unsent: readonly Photo[]): Promise<void> {
  const waiting = [...unsent];
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const lane = async () => {
    for (let photo = waiting.shift(); photo; photo = waiting.shift()) {
      const { fileId, name } = photo;
      await run.ctx.storage.withLocalFile(originalKey(fileId), async (path) => {
        const content = isPlaceList(name) ? await renamedPhotos(run, path) : await openAsBlob(path);
        await sendOne(run, { content, name }, signal);
      });
      if (!(await run.ctx.db.as({ kind: 'system' }, (tx) => markSent(tx, run, name))))
        throw new Overtaken();
    }
  };
  const stopAll = (error: unknown) => {
    failed.abort();
    throw error;
  };
  const total = run.build.fileCount ?? 1;
  const progress = () => (100 * (total - waiting.length)) / total;
  const announcing = setInterval(
    () => void run.save({ progress: progress() }).catch(() => failed.abort()),
    ANNOUNCE_MS,
  );
  try {
    await Promise.all(Array.from({ length: LANES }, () => lane().catch(stopAll)));
  } finally {
    clearInterval(announcing);
  }
}

async function sendOne(run: Run, photo: { content: Blob; name: string }, signal: AbortSignal) {
  for (let tries = 1; ; tries++) {
    try {
      return await sendPhoto(run.engine, run.build.taskId, { ...photo, signal });
    } catch (error) {
      if (error instanceof LostAnswer) return undefined;
      const isFinal = isForgotten(error) || (error instanceof EngineError && error.isFinal);
      if (isFinal || tries === MAX_TRIES || signal.aborted) throw error;
      await delay(Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS), undefined, { signal });
    }
  }
}

/** Ground control points and positions, by the names of photos. */
const isPlaceList = (name: string) => name.endsWith('.txt');

/** The engine knows the photos by our names. */
async function renamedPhotos({ ctx, build }: Run, path: string): Promise<Blob> {
  const photos = await ctx.db.as({ kind: 'system' }, (tx) => listPhotoNames(tx, build.id));
  const names = new Map(photos.map(({ fileName, name }) => [fileName.toLowerCase(), name]));
  const text = await readFile(path, 'utf8');
  return new Blob([text.replaceAll(/[^\s,;]+/g, (word) => names.get(word.toLowerCase()) ?? word)]);
}
