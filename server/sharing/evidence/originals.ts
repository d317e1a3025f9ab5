import type { Context } from '#server/platform/context.ts';
import type { ZipEntry } from '#domain/zip.ts';
import { PermanentError, type Progress } from '#server/sharing/artifact/make.ts';
import { hashBlocks } from './blocks.ts';
import type { PackedFile } from './manifest.ts';
import type { FileRow, PackRow } from './queries.ts';

type Originals = {
  pack: PackRow;
  /** In the order of the pack's files. */
  originals: readonly ZipEntry[];
  rows: readonly FileRow[];
  root: string;
  progress: Progress;
};

/** Hashes every original again before signing. Throws PermanentError if one was changed or deleted. */
export async function readOriginals(
  { storage }: Pick<Context, 'storage'>,
  { pack, originals, rows, root, progress }: Originals,
): Promise<PackedFile[]> {
  const files = new Map(rows.map((row) => [row.id, row]));
  const total = originals.reduce((sum, { size }) => sum + size, 0);
  let read = 0;
  const onBytes = (count: number) => {
    progress.signal.throwIfAborted();
    read += count;
    progress.setPercent(Math.min(99, Math.floor((read / total) * 100)));
  };
  const packed: PackedFile[] = [];
  for (const [index, { name, source }] of originals.entries()) {
    const file = files.get(pack.fileIds[index] ?? '');
    if (!file)
      throw new PermanentError('A file was deleted while the pack was being created. Try again.');
    const path = name.slice(root.length);
    if ((await storage.size(source)) === null) {
      throw new PermanentError(`The original of ${file.fileName} is missing from storage.`);
    }
    const hashes = await hashBlocks(await storage.open(source), onBytes);
    if (hashes.sha256 !== file.sha256) {
      throw new PermanentError(`The original of ${file.fileName} was changed after the upload.`);
    }
    packed.push({ path, file, hashes });
  }
  return packed;
}
