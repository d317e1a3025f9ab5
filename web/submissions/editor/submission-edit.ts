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
