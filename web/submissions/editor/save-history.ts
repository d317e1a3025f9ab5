import type { SubmissionValues } from '../submission-form.ts';

/** The fields that a save changed: as they were stored before, and as they were saved. */
export type Save = { before: Partial<SubmissionValues>; after: Partial<SubmissionValues> };

/** What was saved one after the other since the page was opened, and how many of these saves are in effect. */
export type SaveHistory = { saves: readonly Save[]; at: number };

const MAX_SAVES = 50;

/** `by`: it was saved because somebody went back (-1) or forth (1), which is no new save. */
export function withSaved({ saves, at }: SaveHistory, save: Save, by: -1 | 0 | 1): SaveHistory {
  if (by !== 0) return { saves, at: at + by };
  const kept = [...saves.slice(0, at), save].slice(-MAX_SAVES);
  return { saves: kept, at: kept.length };
}

/** The fields that a step of one back (-1) or forth (1) changes, to what; null when there is none. */
export const stepOf = ({ saves, at }: SaveHistory, by: -1 | 1): Save['before'] | null =>
  (by === -1 ? saves[at - 1]?.before : saves[at]?.after) ?? null;
