import { pairsBetween } from '../pairs.ts';
import type { ViewerFile } from '../viewer-file.ts';
import {
  type Comparison,
  otherSide,
  type Photos,
  reasonOf,
  shownPair,
  type SideName,
  rotationOf,
} from './comparison.ts';
import { NOT_ALIGNED_MESSAGES } from '#domain/alignment-messages.ts';
import { notAlignedReason } from '#domain/aligned-pair.ts';

/**
 * Turns pairing on or off. When it's turned on, the other side switches to the viewpoint of the photo chosen last, if
 * it has a photo of it.
 */
export function switchPaired(comparison: Comparison, photos: Photos): Comparison {
  if (comparison.isPaired) return { ...comparison, isPaired: false };
  const { last = 'after' } = comparison;
  const shown = shownPair(comparison, photos);
  const paired: Comparison = { ...comparison, isPaired: true, last };
  const partner = partnerOf(last, comparison, photos);
  if (!partner || isOneView(comparison, photos)) return paired;
  return {
    ...paired,
    [last]: { ...comparison[last], fileId: shown[last]?.id ?? null },
    [otherSide(last)]: { ...comparison[otherSide(last)], fileId: partner.id },
  };
}

/** A message that the other side has no photo of the viewpoint chosen last; null if it has one. */
function missingMessage(comparison: Comparison, photos: Photos): string | null {
  const { last, isPaired, before, after } = comparison;
  if (!isPaired || !last || isOneView(comparison, photos)) return null;
  const photo = shownPair(comparison, photos)[last];
  if (!photo?.viewpointId || partnerOf(last, comparison, photos)) return null;
  const where =
    before.submissionId === after.submissionId
      ? 'other photo in this week'
      : 'photo in the other week';
  return `${photo.viewpointName ?? 'This viewpoint'} has no ${where}`;
}

function isOneView(comparison: Comparison, photos: Photos): boolean {
  const { before, after } = shownPair(comparison, photos);
  if (before?.viewpointId && before.viewpointId === after?.viewpointId) return true;
  const reason = reasonOf(comparison, photos);
  return reason === 'viewpoint' || reason === 'position';
}

/** The other side's photo of the view that `side` shows. */
function partnerOf(side: SideName, comparison: Comparison, photos: Photos): ViewerFile | null {
  const photo = shownPair(comparison, photos)[side];
  if (!photo) return null;
  const others = photos[otherSide(side)];
  const pair = pairsBetween(others, photos[side]).find(({ after }) => after.id === photo.id);
  if (pair && pair.reason !== 'order' && pair.before.id !== photo.id) return pair.before;
  // Within one submission, or without a pair, use another photo of the viewpoint.
  const { id, viewpointId } = photo;
  return others.find((it) => it.id !== id && viewpointId && it.viewpointId === viewpointId) ?? null;
}

const REASONS = {
  viewpoint: 'Same viewpoint',
  position: 'Same position',
  order: 'Paired by order',
} as const;

/** Shown while alignment is turned off for photos that can be aligned. */
export const AS_TAKEN_MESSAGE = 'Turn off “As taken” to mark changes';

/** Why two photos are paired, or why they aren't aligned. Empty if unknown. */
export function pairMessage(comparison: Comparison, photos: Photos, isAligned: boolean): string {
  const pair = shownPair(comparison, photos);
  if (pair.before && pair.before.id === pair.after?.id) return 'Same photo';
  const refusal = notAlignedReason(pair);
  if (refusal) return NOT_ALIGNED_MESSAGES[refusal];
  const turn = isAligned ? 0 : Math.abs(Math.round(rotationOf(comparison, photos)));
  return [reasonText(comparison, photos), turn > 0 ? `rotated ${turn}°` : '']
    .filter(Boolean)
    .join(', ');
}

function reasonText(comparison: Comparison, photos: Photos): string {
  const missing = missingMessage(comparison, photos);
  if (missing) return missing;
  const { before, after } = shownPair(comparison, photos);
  const reason = reasonOf(comparison, photos);
  if (reason) return REASONS[reason];
  const [there, here] = [before?.viewpointId ?? null, after?.viewpointId ?? null];
  if (!before || !after || (there === null && here === null)) return '';
  return there === here ? REASONS.viewpoint : 'Different viewpoints';
}
