// No zod here, so pages that only show a pair don't load it.
import { NOT_ALIGNED_MESSAGES } from './alignment-messages.ts';
import { commonPart } from './common-part.ts';
import { compose, homographyOf, inverse, type Homography, type Size } from './homography.ts';
import type { Alignment } from './registrations.ts';

export type Layable = {
  viewpointId?: string | null | undefined;
  alignment?: Alignment | null | undefined;
  width: number | null;
  height: number | null;
};

export type LayablePair = { before: Layable | null; after: Layable | null };

/** Homographies from each photo to the displayed frame, the part of the before photo that both cover. */
export type LaidPair = { frame: Size; before: Homography; after: Homography };

export function laidOn({ before, after }: LayablePair): Homography | null {
  const [there, here] = [before?.alignment, after?.alignment];
  if (there?.state !== 'aligned' || here?.state !== 'aligned') return null;
  if (there.reference !== here.reference) return null;
  const [fixed, moving] = [homographyOf(there.matrix), homographyOf(here.matrix)];
  return fixed && moving && compose(inverse(fixed), moving);
}

export function laidPair({ before, after }: LayablePair): LaidPair | null {
  const matrix = laidOn({ before, after });
  const [onto, moving] = [fullSize(before), fullSize(after)];
  const part = matrix && onto && moving && commonPart([matrix], [moving], onto);
  if (!part) return null;
  const toFrame: Homography = [1, 0, -part.left, 0, 1, -part.top, 0, 0, 1];
  const frame = { width: part.width, height: part.height };
  return { frame, before: toFrame, after: compose(toFrame, matrix) };
}

const fullSize = (photo: Layable | null): Size | null =>
  photo?.width && photo.height ? { width: photo.width, height: photo.height } : null;

/** The first aligned pair, else the first that needs no rotation (`turnOf`, degrees), else the first. */
export const bestPair = <T extends LayablePair>(
  pairs: readonly T[],
  turnOf: (pair: T) => number,
): T | undefined => pairs.find(laidPair) ?? pairs.find((pair) => turnOf(pair) === 0) ?? pairs[0];

export function notLaid({ before, after }: LayablePair): keyof typeof NOT_ALIGNED_MESSAGES | null {
  if (!before?.viewpointId || before.viewpointId !== after?.viewpointId) return null;
  const refused = [after.alignment, before.alignment].find((it) => it?.state === 'not-aligned');
  return refused?.state === 'not-aligned' ? refused.reason : null;
}

export function pairSign(pair: LayablePair): string | null {
  if (laidPair(pair)) return 'Aligned';
  const reason = notLaid(pair);
  return reason && NOT_ALIGNED_MESSAGES[reason];
}
