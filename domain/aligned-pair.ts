// No zod here, so pages that only show a pair don't load it.
import { NOT_ALIGNED_MESSAGES } from './alignment-messages.ts';
import { commonRectangle } from './common-area.ts';
import { compose, homographyOf, inverse, type Homography, type Size } from './homography.ts';
import type { Alignment } from './alignment.ts';

export type AlignablePhoto = {
  viewpointId?: string | null | undefined;
  alignment?: Alignment | null | undefined;
  width: number | null;
  height: number | null;
};

export type AlignablePair = { before: AlignablePhoto | null; after: AlignablePhoto | null };

/** `frame` is the part of the before photo that both photos cover; the matrices map each photo to it. */
export type AlignedPair = { frame: Size; before: Homography; after: Homography };

export function pairHomography({ before, after }: AlignablePair): Homography | null {
  const [there, here] = [before?.alignment, after?.alignment];
  if (there?.state !== 'aligned' || here?.state !== 'aligned') return null;
  if (there.reference !== here.reference) return null;
  const [fixed, moving] = [homographyOf(there.matrix), homographyOf(here.matrix)];
  return fixed && moving && compose(inverse(fixed), moving);
}

export function pairAlignment({ before, after }: AlignablePair): AlignedPair | null {
  const matrix = pairHomography({ before, after });
  const [onto, moving] = [fullSize(before), fullSize(after)];
  const part = matrix && onto && moving && commonRectangle([matrix], [moving], onto);
  if (!part) return null;
  const toFrame: Homography = [1, 0, -part.left, 0, 1, -part.top, 0, 0, 1];
  const frame = { width: part.width, height: part.height };
  return { frame, before: toFrame, after: compose(toFrame, matrix) };
}

const fullSize = (photo: AlignablePhoto | null): Size | null =>
  photo?.width && photo.height ? { width: photo.width, height: photo.height } : null;

/** Prefers the first aligned pair, then the first that needs no rotation (`turnOf`, in degrees), then the first. */
export const bestPair = <T extends AlignablePair>(
  pairs: readonly T[],
  turnOf: (pair: T) => number,
): T | undefined =>
  pairs.find(pairAlignment) ?? pairs.find((pair) => turnOf(pair) === 0) ?? pairs[0];

export function notAlignedReason({
  before,
  after,
}: AlignablePair): keyof typeof NOT_ALIGNED_MESSAGES | null {
  if (!before?.viewpointId || before.viewpointId !== after?.viewpointId) return null;
  const refused = [after.alignment, before.alignment].find((it) => it?.state === 'not-aligned');
  return refused?.state === 'not-aligned' ? refused.reason : null;
}

export function alignmentLabel(pair: AlignablePair): string | null {
  if (pairAlignment(pair)) return 'Aligned';
  const reason = notAlignedReason(pair);
  return reason && NOT_ALIGNED_MESSAGES[reason];
}
