import { compose, homographyOf, type Homography } from '#domain/homography.ts';
import {
  viewpointLikelihood,
  mayBeRotated,
  alignmentRefusal,
  type NotAligned,
} from '#domain/alignment.ts';
import type { AlignablePhoto } from '#server/platform/alignment/align.ts';
import type { Context } from '#server/platform/context.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import type { FlatPhoto } from './queries.ts';

/** If the pair can't be aligned, `hint` is how likely it still shows the same view, from 0 to 1. */
export type PairAlignment =
  | { matrix: Homography; reason: null; parallax: number; strength: number; hint: 0 }
  | { matrix: null; reason: NotAligned; parallax: 0; strength: 0; hint: number };

type Deps = Pick<Context, 'decoder' | 'storage'>;

export const notAligned = (reason: NotAligned, hint = 0): PairAlignment => ({
  matrix: null,
  reason,
  parallax: 0,
  strength: 0,
  hint,
});

/** Aligns two photos by their pictures. `refuse` returns why a result is unusable, if it is. */
export async function alignPair(
  { decoder, storage }: Deps,
  moving: FlatPhoto,
  fixed: FlatPhoto,
  {
    signal,
    refuse = alignmentRefusal,
  }: { signal?: AbortSignal | undefined; refuse?: typeof alignmentRefusal },
): Promise<PairAlignment> {
  const [from, to] = [picturesOf(moving), picturesOf(fixed)];
  if (!from || !to) return notAligned('no-picture');
  const keys = [...from.keys, ...to.keys];
  const found = await withLocalFiles(storage, keys, ([a = '', b = '', c = '', d = '']) => {
    const order = (paths: AlignablePhoto['paths'], full: AlignablePhoto['full']) => ({
      paths,
      full,
    });
    const pair = { moving: order([a, b], from.full), fixed: order([c, d], to.full) };
    return decoder.registerPair({ ...pair, isTurned: mayBeRotated(fixed, moving) }, signal);
  });
  const { agreeing, tested, spread, parallax, matrix } = found;
  const reason = refuse(found, {
    from: { ...moving, ...from.full },
    to: { ...fixed, ...to.full },
  });
  if (reason) return notAligned(reason, viewpointLikelihood(found, reason));
  if (!matrix) return notAligned('no-match');
  return { matrix, reason: null, parallax, strength: (agreeing / tested) * spread, hint: 0 };
}

/** Aligns a photo to the reference via a third photo, whose alignment to the reference is `known`. */
export const alignVia = (
  laid: PairAlignment,
  known: { matrix: readonly number[] | null },
): Homography | null => {
  const there = known.matrix && homographyOf(known.matrix);
  return laid.matrix && there ? compose(there, laid.matrix) : null;
};

/** Returns the keys of a small and a large picture of at most 2048 pixels, or null without pictures. */
function picturesOf({ id, presets, width, height }: FlatPhoto) {
  const large = presets.filter((preset) => preset <= 2048).at(-1);
  if (!large || !width || !height) return null;
  const small = presets.find((preset) => preset >= 1024) ?? large;
  return { keys: [presetKey(id, small), presetKey(id, large)], full: { width, height } };
}

async function withLocalFiles<T>(
  storage: Deps['storage'],
  keys: readonly string[],
  work: (paths: string[]) => Promise<T>,
  paths: string[] = [],
): Promise<T> {
  const key = keys[paths.length];
  if (key === undefined) return work(paths);
  return storage.withLocalFile(key, (path) =>
    withLocalFiles(storage, keys, work, [...paths, path]),
  );
}
