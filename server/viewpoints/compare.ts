import { differsInLens } from '#domain/lens.ts';
import { clearlyBest } from '#domain/registrations.ts';
import { looksElsewhere } from '#domain/viewpoints.ts';
import type { Laid } from './lay.ts';
import type { FlatPhoto, photosToCompare } from './queries.ts';

/** Photos of a viewpoint that one is laid on: its reference, then the nearest in time. */
export const OF_A_VIEWPOINT = 3;
/** Pairs for one photo at the most, up to a second each. */
const MOST_PAIRS = 48;
/** So many viewpoints are kept that a photo resembles without lying on them. */
const KEPT_HINTS = 5;

type Compared = Awaited<ReturnType<typeof photosToCompare>>[number];
/** A viewpoint by the photo of it that says the most: on which the new one lies, or which it resembles. */
export type Found = Laid & { fixed: Compared };

/**
 * Lays a photo on the references of the viewpoints that may look where it looks, then on their photos nearest in time,
 * then on the other references, until one is clearly the best. Each viewpoint on which it lies or which it resembles, the
 * most alike first.
 */
export async function compareInRounds(
  photo: FlatPhoto,
  others: readonly Compared[],
  layOn: (fixed: Compared) => Promise<Laid>,
): Promise<Found[]> {
  const best = new Map<string, Found>();
  let left = MOST_PAIRS;
  for (const round of roundsOf(photo, others)) {
    for (const fixed of round.slice(0, left)) {
      const now = { ...(await layOn(fixed)), fixed };
      const before = best.get(fixed.viewpointId);
      if (!before || compareFound(now, before) < 0) best.set(fixed.viewpointId, now);
    }
    left -= Math.min(left, round.length);
    if (clearlyBest([...best.values()].filter(({ matrix }) => matrix))) break;
  }
  const found = [...best.values()].toSorted(compareFound);
  const hints = found.filter(({ matrix, hint }) => !matrix && hint > 0);
  return [...found.filter(({ matrix }) => matrix), ...hints.slice(0, KEPT_HINTS)];
}

const compareFound = (a: Laid, b: Laid) => b.strength - a.strength || b.hint - a.hint;

function roundsOf(photo: FlatPhoto, others: readonly Compared[]): Compared[][] {
  const ofLens = others.filter((fixed) => !differsInLens(photo, fixed));
  const byLook = Object.groupBy(ofLens, (fixed) => (looksElsewhere(photo, fixed) ? 'off' : 'on'));
  const turns = Array.from({ length: OF_A_VIEWPOINT }, (_, i) =>
    (byLook.on ?? []).filter(({ turn }) => turn === i + 1),
  );
  return [...turns, (byLook.off ?? []).filter(({ turn }) => turn === 1)];
}
