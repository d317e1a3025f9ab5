import type { ViewerSubmission } from '../viewer-file.ts';
import { type Comparison, other, type ShownPair, type Side, type SideName } from './comparison.ts';

/**
 * Another submission in one pane; the other pane keeps its photo. While paired, nothing changes where the other
 * pane has that submission: of one viewpoint there is nothing else in it.
 */
export function chooseSubmission(
  comparison: Comparison,
  side: SideName,
  submissionId: string,
  shown: ShownPair,
): Comparison {
  const isOthers = submissionId === comparison[other(side)].submissionId;
  if (submissionId === comparison[side].submissionId || (comparison.isPaired && isOthers))
    return comparison;
  const kept = { ...comparison[other(side)], fileId: shown[other(side)]?.id ?? null };
  // That side shows what the other does then.
  const last = other(side);
  return { ...comparison, [last]: kept, [side]: { submissionId, fileId: null }, last };
}

/** Another photo in one pane. The other pane follows while paired, and stays otherwise. */
export function choosePhoto(
  comparison: Comparison,
  side: SideName,
  fileId: string,
  shown: ShownPair,
): Comparison {
  const otherId = comparison.isPaired ? null : (shown[other(side)]?.id ?? null);
  return {
    ...comparison,
    last: side,
    [side]: { ...comparison[side], fileId },
    [other(side)]: { ...comparison[other(side)], fileId: otherId },
  };
}

/** The same with the earlier submission before the later one; `submissions` are newest first. */
export function inOrder(
  comparison: Comparison,
  submissions: readonly Pick<ViewerSubmission, 'id'>[],
): Comparison {
  const { before, after, last } = comparison;
  const placeOf = (side: Side) => submissions.findIndex(({ id }) => id === side.submissionId);
  return placeOf(before) < placeOf(after)
    ? { ...comparison, before: after, after: before, ...(last && { last: other(last) }) }
    : comparison;
}
