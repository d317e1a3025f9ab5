import { type PairReason, type PhotoPair, turnBetween } from '#domain/viewpoints.ts';
import { pairsBetween } from '../pairs.ts';
import type { ViewerFile, ViewerSubmission } from '../viewer-file.ts';

/**
 * What one pane shows. If `fileId` is null, the pane shows the partner of the other pane's photo. If both are null, the
 * panes show a good first pair.
 */
export type Side = { submissionId: string; fileId: string | null };
export type SideName = 'before' | 'after';

/** While `isPaired`, choosing a photo in one pane also changes the other to its partner. */
export type Comparison = {
  before: Side;
  after: Side;
  isPaired: boolean;
  /** The side whose photo was chosen last, if any. */
  last?: SideName;
};

export type Photos = Record<SideName, readonly ViewerFile[]>;
export type ShownPair = { before: ViewerFile | null; after: ViewerFile | null };

export const otherSide = (side: SideName): SideName => (side === 'before' ? 'after' : 'before');

/**
 * Compares the newest submission with photos, or `anchor`'s, with the previous one (the oldest with the next one). A
 * single submission is compared with itself. `submissions` are newest first. Null without photos.
 */
export function openComparison(
  submissions: readonly ViewerSubmission[],
  anchor: Side | null = null,
): Comparison | null {
  const withPhotos = submissions.filter((submission) => submission.photoCount > 0);
  const at = Math.max(
    0,
    withPhotos.findIndex(({ id }) => id === anchor?.submissionId),
  );
  const chosen = withPhotos[at];
  if (!chosen) return null;
  const side: Side = {
    submissionId: chosen.id,
    fileId: chosen.id === anchor?.submissionId ? anchor.fileId : null,
  };
  const older = withPhotos[at + 1];
  const newer = withPhotos[at - 1];
  if (!older && newer) {
    return { before: side, after: { submissionId: newer.id, fileId: null }, isPaired: true };
  }
  return {
    before: { submissionId: (older ?? chosen).id, fileId: null },
    after: side,
    isPaired: true,
  };
}

/** Replaces a submission that was unpublished while it was open with a neighbor of the other side's submission. */
export function replaceMissing(
  comparison: Comparison | null,
  submissions: readonly ViewerSubmission[],
): Comparison | null {
  const isThere = (side: Side) => submissions.some(({ id }) => id === side.submissionId);
  if (!comparison || (isThere(comparison.before) && isThere(comparison.after))) return comparison;
  const left = [comparison.after, comparison.before].find(isThere);
  return openComparison(submissions, left ?? null);
}

/** The pairs to step through. Within one submission: each photo with the next. */
function pairsOf(comparison: Comparison, photos: Photos): PhotoPair<ViewerFile>[] {
  if (comparison.before.submissionId !== comparison.after.submissionId) {
    return pairsBetween(photos.before, photos.after);
  }
  return photos.after.slice(1).flatMap((after, i) => {
    const before = photos.after[i];
    return before ? [{ before, after, reason: 'order' as const }] : [];
  });
}

/** The chosen photos. A side without a chosen photo gets a partner of the other side's. */
export function shownPair(comparison: Comparison, photos: Photos): ShownPair {
  const chosen = {
    before: findPhoto(photos.before, comparison.before.fileId),
    after: findPhoto(photos.after, comparison.after.fileId),
  };
  if (chosen.before && chosen.after) return chosen;
  if (chosen.after)
    return { before: findPartner('before', chosen.after, comparison, photos), after: chosen.after };
  if (chosen.before)
    return {
      before: chosen.before,
      after: findPartner('after', chosen.before, comparison, photos),
    };
  const pairs = pairsOf(comparison, photos);
  const best = pairs.find((pair) => pair.reason !== 'order') ?? pairs[0];
  return best ?? { before: photos.before[0] ?? null, after: photos.after[0] ?? null };
}

const findPhoto = (photos: readonly ViewerFile[], id: string | null) =>
  (id !== null && photos.find((photo) => photo.id === id)) || null;

function findPartner(
  wanted: SideName,
  photo: ViewerFile,
  comparison: Comparison,
  photos: Photos,
): ViewerFile | null {
  const isOne = comparison.before.submissionId === comparison.after.submissionId;
  const own = photos[otherSide(wanted)];
  if (isOne) {
    const at = own.findIndex(({ id }) => id === photo.id);
    return (
      (wanted === 'before' ? (own[at - 1] ?? own[at + 1]) : (own[at + 1] ?? own[at - 1])) ?? null
    );
  }
  const known = pairsOf(comparison, photos).find((pair) => pair[otherSide(wanted)].id === photo.id);
  const pair =
    known ?? pairsBetween(photos[wanted], own).find(({ after }) => after.id === photo.id);
  return (known ? known[wanted] : pair?.before) ?? null;
}

/** Moves both panes one step: along the pairs while paired, otherwise each along its own photos. Null at the ends. */
export function stepComparison(
  comparison: Comparison,
  photos: Photos,
  by: 1 | -1,
): Comparison | null {
  const shown = shownPair(comparison, photos);
  const next = comparison.isPaired
    ? pairsOf(comparison, photos)[pairIndex(comparison, photos) + by]
    : {
        before: neighborOf(photos.before, shown.before, by),
        after: neighborOf(photos.after, shown.after, by),
      };
  if (!next?.before || !next.after) return null;
  return {
    ...comparison,
    before: { ...comparison.before, fileId: next.before.id },
    after: { ...comparison.after, fileId: next.after.id },
  };
}

const neighborOf = (photos: readonly ViewerFile[], photo: ViewerFile | null, by: 1 | -1) =>
  photo ? (photos[photos.findIndex(({ id }) => id === photo.id) + by] ?? null) : null;

/** Index of the shown pair, or of the after photo's pair if the two photos aren't a pair. */
function pairIndex(comparison: Comparison, photos: Photos): number {
  const shown = shownPair(comparison, photos);
  const pairs = pairsOf(comparison, photos);
  const exact = pairs.findIndex(
    ({ before, after }) => before.id === shown.before?.id && after.id === shown.after?.id,
  );
  return exact >= 0 ? exact : pairs.findIndex(({ after }) => after.id === shown.after?.id);
}

/** Why the two photos are paired; null if a person chose them. */
export function reasonOf(comparison: Comparison, photos: Photos): PairReason | null {
  const shown = shownPair(comparison, photos);
  if (comparison.before.submissionId === comparison.after.submissionId) return null;
  const pair = pairsOf(comparison, photos)[pairIndex(comparison, photos)];
  return pair?.before.id === shown.before?.id && pair?.after.id === shown.after?.id
    ? (pair?.reason ?? null)
    : null;
}

/**
 * Clockwise rotation of the after photo, in degrees, that matches the before photo. 0 unless both show the same place.
 */
export function rotationOf(comparison: Comparison, photos: Photos): number {
  const { before, after } = shownPair(comparison, photos);
  const reason = comparison.isPaired ? reasonOf(comparison, photos) : null;
  const isOnePlace = reason === 'viewpoint' || reason === 'position';
  return isOnePlace && before && after ? turnBetween(before, after) : 0;
}

/**
 * Chooses another submission in one pane; the other keeps its photo. While paired, choosing the other pane's submission
 * does nothing, because it has no other photo of the viewpoint.
 */
export function chooseSubmission(
  comparison: Comparison,
  side: SideName,
  submissionId: string,
  shown: ShownPair,
): Comparison {
  const isOthers = submissionId === comparison[otherSide(side)].submissionId;
  if (submissionId === comparison[side].submissionId || (comparison.isPaired && isOthers))
    return comparison;
  const kept = { ...comparison[otherSide(side)], fileId: shown[otherSide(side)]?.id ?? null };
  // The other pane's photo then decides what this one shows.
  const last = otherSide(side);
  return { ...comparison, [last]: kept, [side]: { submissionId, fileId: null }, last };
}

/** Chooses another photo in one pane. The other pane follows only while paired. */
export function choosePhoto(
  comparison: Comparison,
  side: SideName,
  fileId: string,
  shown: ShownPair,
): Comparison {
  const otherId = comparison.isPaired ? null : (shown[otherSide(side)]?.id ?? null);
  return {
    ...comparison,
    last: side,
    [side]: { ...comparison[side], fileId },
    [otherSide(side)]: { ...comparison[otherSide(side)], fileId: otherId },
  };
}

/** Puts the earlier submission before the later one; `submissions` are newest first. */
export function sortSides(
  comparison: Comparison,
  submissions: readonly Pick<ViewerSubmission, 'id'>[],
): Comparison {
  const { before, after, last } = comparison;
  const placeOf = (side: Side) => submissions.findIndex(({ id }) => id === side.submissionId);
  return placeOf(before) < placeOf(after)
    ? { ...comparison, before: after, after: before, ...(last && { last: otherSide(last) }) }
    : comparison;
}
