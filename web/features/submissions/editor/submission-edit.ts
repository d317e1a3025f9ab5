import { changedValues } from '#web/lib/changed-values.ts';
import type { SubmissionValues } from '../submission-form.ts';

type Field = keyof SubmissionValues;

const fieldsOf = (values: SubmissionValues) => Object.keys(values) as Field[];

type Edit = {
  values: SubmissionValues;
  /** From which the edit goes on: what is stored, but as it was where there is a conflict. */
  base: SubmissionValues;
  /** Fields that were changed on both sides, not to the same; they keep what was typed. */
  conflicts: Field[];
};

/** What is typed, put on top of what is stored by now: fields that nobody touched here follow. */
export function mergeEdit(
  values: SubmissionValues,
  base: SubmissionValues,
  stored: SubmissionValues,
): Edit {
  const changes = changedValues(values, base);
  const theirs = changedValues(stored, base);
  const conflicts = fieldsOf(stored).filter(
    (field) => field in changes && field in theirs && values[field] !== stored[field],
  );
  const isUndecided = (field: string) => conflicts.includes(field as Field);
  const undecided = Object.entries(base).filter(([field]) => isUndecided(field));
  return {
    values: { ...stored, ...changes },
    base: { ...stored, ...Object.fromEntries(undecided) },
    conflicts,
  };
}

const LONGEST = 120;

/** What is said at a field that somebody else has changed since. */
export function conflictMessage(theirs: string | null): string {
  const text = (theirs ?? '').trim();
  if (text === '')
    return 'Someone else cleared this in the meantime. Save again to keep your version.';
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `Someone else changed this to “${shown}” in the meantime. Save again to keep your version.`;
}
