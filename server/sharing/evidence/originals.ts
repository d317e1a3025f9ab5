import type { Context } from '#server/platform/context.ts';
import type { ZipEntry } from '#server/platform/media/zip.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { hashBlocks } from './blocks.ts';
import type { PackedFile } from './manifest.ts';
import { updatePack, type FileRow, type PackRow } from './queries.ts';

/** Why a pack cannot be made, in words for whoever asked; trying again would not help. */
export class PackProblem extends Error {}

/** How often it is written down how far a pack is, milliseconds. */
const PROGRESS_MS = 1000;
const SYSTEM = { kind: 'system' } as const;

type Originals = {
  pack: PackRow;
  /** In the order of the files of the pack. */
  originals: readonly ZipEntry[];
  rows: readonly FileRow[];
  /** What the names of the entries begin with. */
  root: string;
  run: JobRun;
};

/**
 * Reads every original and hashes it anew. Rejects with a PackProblem when one is not what was uploaded, or was
 * deleted meanwhile: nothing is signed that was not checked.
 */
export async function readOriginals(
  ctx: Pick<Context, 'db' | 'storage' | 'live'>,
  { pack, originals, rows, root, run }: Originals,
): Promise<PackedFile[]> {
  const files = new Map(rows.map((row) => [row.id, row]));
  const total = originals.reduce((sum, { size }) => sum + size, 0);
  const onBytes = progressOf(ctx, pack, total, run);
  const packed: PackedFile[] = [];
  for (const [index, { name, source }] of originals.entries()) {
    const file = files.get(pack.fileIds[index] ?? '');
    if (!file)
      throw new PackProblem('A file was deleted while the pack was made. Please try again.');
    const path = name.slice(root.length);
    if ((await ctx.storage.size(source)) === null) {
      throw new PackProblem(`The original of ${file.fileName} is missing in the storage.`);
    }
    const hashes = await hashBlocks(await ctx.storage.open(source), onBytes);
    if (hashes.sha256 !== file.sha256) {
      throw new PackProblem(`The original of ${file.fileName} is not what was uploaded.`);
    }
    packed.push({ path, file, hashes });
  }
  return packed;
}

function progressOf(
  { db, live }: Pick<Context, 'db' | 'live'>,
  { id, personId }: PackRow,
  total: number,
  { signal }: JobRun,
) {
  let last = Date.now();
  let read = 0;
  return async (count: number): Promise<void> => {
    signal.throwIfAborted();
    read += count;
    if (Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    await db.as(SYSTEM, async (tx) => {
      const evidencePercent = Math.min(99, Math.floor((read / total) * 100));
      const isThere = await updatePack(tx, id, { evidencePercent });
      if (!isThere) throw new PackProblem('The pack was removed.');
      await live.publish(
        tx,
        { type: 'downloads.changed' },
        { companyId: null, profileIds: [personId] },
      );
    });
  };
}
