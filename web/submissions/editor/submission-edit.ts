import { changedValues } from '#web/lib/changed-values.ts';
import type { SubmissionValues } from '../submission-form.ts';

export type Field = keyof SubmissionValues;

const fieldsOf = (values: SubmissionValues) => Object.keys(values) as Field[];

export type Edit = {
  values: SubmissionValues;
  /** From which the edit goes on: what is stored. */
  base: SubmissionValues;
  /** Fields that were changed on both sides, not to the same; they keep what was typed. */
  conflicts: Field[];
  /** Fields that were changed elsewhere alone. */
  taken: Field[];
};

/** What is stored, but with the spaces around a text that the server leaves out: one may be typing there. */
function asTyped(stored: SubmissionValues, base: SubmissionValues): SubmissionValues {
  const isSpaceOnly = (field: Field) => stored[field]?.trim() === base[field]?.trim();
  const kept = fieldsOf(stored).filter(isSpaceOnly);
  return { ...stored, ...Object.fromEntries(kept.map((field) => [field, base[field]])) };
}

/** What is typed, put on top of what is stored by now: fields that nobody touched here follow. */
export function mergeEdit(
  values: SubmissionValues,
  base: SubmissionValues,
  storedNow: SubmissionValues,
): Edit {
  const stored = asTyped(storedNow, base);
  const changes = changedValues(values, base);
  const theirs = changedValues(stored, base);
  const conflicts = fieldsOf(stored).filter(
    (field) =>
      field in changes && field in theirs && values[field]?.trim() !== stored[field]?.trim(),
  );
  const taken = (Object.keys(theirs) as Field[]).filter((field) => !(field in changes));
  return { values: { ...stored, ...changes }, base: stored, conflicts, taken };
}

export const FIELD_NAMES: Record<Field, string> = {
  title: 'Title',
  contentType: 'Content Type',
  recordedDate: 'Recording Date',
  summary: 'Summary',
  contentText: 'Content',
  googleDriveFolderUrl: 'Google Drive Folder URL',
  mapEmbedUrl: 'Map Link',
  mapProvider: 'Map Provider',
  mapCoordinates: 'Map Coordinates',
};

/** The fields of an edit in words, such as "Title and Summary". */
export const namesOf = (fields: readonly Field[]): string =>
  new Intl.ListFormat('en-US').format(fields.map((field) => FIELD_NAMES[field]));

export const CONFLICT_MESSAGE = 'Someone else changed this in the meantime.';

/** What was typed and is not saved yet, and what it was put on top of. */
type KeptEdit = { values: SubmissionValues; base: SubmissionValues };

const keyOf = (personId: string, submissionId: string) =>
  `overfly-edit/${personId}/${submissionId}`;

/** What this browser has of a person's edit; null without one, and where it keeps nothing. */
export function readKeptEdit(
  personId: string,
  submissionId: string,
  empty: SubmissionValues,
): KeptEdit | null {
  try {
    const text = window.localStorage.getItem(keyOf(personId, submissionId));
    if (text === null) return null;
    const kept = JSON.parse(text) as KeptEdit;
    // A later version of the product may know more fields.
    return { values: { ...empty, ...kept.values }, base: { ...empty, ...kept.base } };
  } catch {
    return null;
  }
}

/** Keeps an edit over a reload, a closed tab or a crash; null forgets it. */
export function keepEdit(personId: string, submissionId: string, edit: KeptEdit | null): void {
  try {
    const key = keyOf(personId, submissionId);
    if (edit) window.localStorage.setItem(key, JSON.stringify(edit));
    else window.localStorage.removeItem(key);
  } catch {
    // Where the browser keeps nothing, the server still gets drafts a moment later.
  }
}

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
