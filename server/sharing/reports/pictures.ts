import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '#server/platform/context.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import type { Lie, Picture } from './content.ts';

/**
 * A picture as JPEG, which PDF holds as it is, laid on the frame of its pair if it is of one; null when it is gone.
 * Rejects when the machine is at fault.
 */
export async function loadPicture(
  { storage, decoder }: Pick<Context, 'storage' | 'decoder'>,
  { fileId, preset }: Picture,
  lie: Lie | null = null,
): Promise<Buffer | null> {
  const key = presetKey(fileId, preset);
  if ((await storage.size(key)) === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'overfly-report-'));
  try {
    const made = join(folder, 'picture.jpg');
    await storage.withLocalFile(key, (path) =>
      lie
        ? decoder.makeFilmFrame(frameOf(lie, { path, folder, made }))
        : decoder.makeJpeg(path, made),
    );
    return await readFile(made);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Paths = { path: string; folder: string; made: string };

/** The frame is all covered: it is the part that both photos of the pair show. */
const frameOf = ({ photo, matrix, frame }: Lie, paths: Paths) => ({
  ...paths,
  photo,
  matrix,
  film: frame,
  gain: 1,
  under: null,
  label: null,
  isJpeg: true as const,
});
