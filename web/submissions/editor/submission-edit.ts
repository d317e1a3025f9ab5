import { changedValues } from '#web/lib/changed-values.ts';
import type { SubmissionValues } from '../submission-form.ts';

export type Field = keyof SubmissionValues;

const fieldsOf = (values: SubmissionValues) => Object.keys(values) as Field[];

export type Edit = {
  values: SubmissionValues;
  /** The stored values that the edit is based on. */
  base: SubmissionValues;
  /** Fields changed differently on both sides; they keep the typed value. */
  conflicts: Field[];
  /** Fields changed only by others. */
  changedByOthers: Field[];
};

/** The server trims texts; this keeps leading and trailing spaces while someone is typing. */
function keepTypedSpaces(stored: SubmissionValues, base: SubmissionValues): SubmissionValues {
  const isSpaceOnly = (field: Field) => stored[field]?.trim() === base[field]?.trim();
  const unchanged = fieldsOf(stored).filter(isSpaceOnly);
  return { ...stored, ...Object.fromEntries(unchanged.map((field) => [field, base[field]])) };
}

/** Applies the typed changes to the stored values; untouched fields take the stored value. */
export function mergeEdit(
  values: SubmissionValues,
  base: SubmissionValues,
  storedNow: SubmissionValues,
): Edit {
  const stored = keepTypedSpaces(storedNow, base);
  const changes = changedValues(values, base);
  const theirs = changedValues(stored, base);
  const conflicts = fieldsOf(stored).filter(
    (field) =>
      field in changes && field in theirs && values[field]?.trim() !== stored[field]?.trim(),
  );
  const taken = (Object.keys(theirs) as Field[]).filter((field) => !(field in changes));
  return { values: { ...stored, ...changes }, base: stored, conflicts, changedByOthers: taken };
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

export const namesOf = (fields: readonly Field[]): string =>
  new Intl.ListFormat('en-US').format(fields.map((field) => FIELD_NAMES[field]));

export const CONFLICT_MESSAGE = 'Someone else changed this while you were editing.';

type StoredEdit = { values: SubmissionValues; base: SubmissionValues };

const keyOf = (personId: string, submissionId: string) =>
  `overfly-edit/${personId}/${submissionId}`;

export function readStoredEdit(
  personId: string,
  submissionId: string,
  empty: SubmissionValues,
): StoredEdit | null {
  try {
    const text = window.localStorage.getItem(keyOf(personId, submissionId));
    if (text === null) return null;
    const stored = JSON.parse(text) as StoredEdit;
    // A newer version of Overfly may have added fields.
    return { values: { ...empty, ...stored.values }, base: { ...empty, ...stored.base } };
  } catch {
    return null;
  }
}

/** Keeps an edit across a reload, a closed tab or a crash; null deletes it. */
export function storeEdit(personId: string, submissionId: string, edit: StoredEdit | null): void {
  try {
    const key = keyOf(personId, submissionId);
    if (edit) window.localStorage.setItem(key, JSON.stringify(edit));
    else window.localStorage.removeItem(key);
  } catch {
    // Storage is blocked; drafts are saved to the server anyway.
  }
}

export type Save = { before: Partial<SubmissionValues>; after: Partial<SubmissionValues> };

/** The saves since the page was opened; the first `at` of them are in effect. */
export type SaveHistory = { saves: readonly Save[]; at: number };

const MAX_SAVES = 50;

/** `by` is -1 if the save was an undo, 1 if it was a redo; these add no new entry. */
export function withSaved({ saves, at }: SaveHistory, save: Save, by: -1 | 0 | 1): SaveHistory {
  if (by !== 0) return { saves, at: at + by };
  const kept = [...saves.slice(0, at), save].slice(-MAX_SAVES);
  return { saves: kept, at: kept.length };
}

/** The field values for an undo (-1) or redo (1); null if not possible. */
export const stepValues = ({ saves, at }: SaveHistory, by: -1 | 1): Save['before'] | null =>
  (by === -1 ? saves[at - 1]?.before : saves[at]?.after) ?? null;
