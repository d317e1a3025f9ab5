import type { Context } from '#server/platform/context.ts';
import { ALL_FILES, fileFolder, idOfKey } from '#server/platform/storage/storage.ts';
import { findKnownIds, hasFiles } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;
const BATCH_SIZE = 500;

/** `changedAt` is when the newest object in the folder was stored. */
export type Orphan = { id: string; folder: string; bytes: number; changedAt: Date };

type Needs = Pick<Context, 'db' | 'storage' | 'clock'>;

/**
 * Finds stored folders that no row references and that are older than a day. With `removes`, deletes them. Returns null
 * if there are no files at all, because a restore may be running, which writes its rows last.
 */
export async function sweepOrphans(
  ctx: Needs,
  { removes }: { removes: boolean },
  onOrphan: (orphan: Orphan) => void,
): Promise<{ folders: number; bytes: number } | null> {
  if (!(await ctx.db.as(SYSTEM, hasFiles))) return null;
  const found = { folders: 0, bytes: 0 };
  const before = ctx.clock().getTime() - DAY_MS;
  const settle = async (folders: Orphan[]) => {
    for (const orphan of await onlyUnknown(ctx, folders)) {
      if (orphan.changedAt.getTime() > before) continue;
      if (removes) {
        if ((await onlyUnknown(ctx, [orphan])).length === 0) continue;
        await ctx.storage.removeAll(orphan.folder);
      }
      found.folders += 1;
      found.bytes += orphan.bytes;
      onOrphan(orphan);
    }
  };
  let waiting: Orphan[] = [];
  for await (const folder of foldersIn(ctx)) {
    waiting.push(folder);
    if (waiting.length < BATCH_SIZE) continue;
    await settle(waiting);
    waiting = [];
  }
  await settle(waiting);
  return found;
}

/** Relies on storage listing all objects of a folder consecutively. */
async function* foldersIn({ storage }: Needs): AsyncGenerator<Orphan> {
  let last = null as Orphan | null;
  for await (const { key, bytes, changedAt } of storage.list(ALL_FILES)) {
    const id = idOfKey(key);
    if (id === null) continue;
    if (last?.id !== id) {
      if (last) yield last;
      last = { id, folder: fileFolder(id), bytes: 0, changedAt };
    }
    last.bytes += bytes;
    if (changedAt > last.changedAt) last.changedAt = changedAt;
  }
  if (last) yield last;
}

async function onlyUnknown({ db }: Needs, folders: Orphan[]): Promise<Orphan[]> {
  if (folders.length === 0) return [];
  const ids = folders.map(({ id }) => id);
  const known = new Set(await db.as(SYSTEM, (tx) => findKnownIds(tx, ids)));
  return folders.filter(({ id }) => !known.has(id));
}
