import type { SubmissionValues } from './submission-form.ts';

type Field = keyof SubmissionValues;

const fieldsOf = (values: SubmissionValues) => Object.keys(values) as Field[];

/** The fields of `values` that are not as they were in `base`, from which the edit began. */
export function changesOf(
  values: SubmissionValues,
  base: SubmissionValues,
): Partial<SubmissionValues> {
  const changed = fieldsOf(values).filter((field) => values[field] !== base[field]);
  return Object.fromEntries(changed.map((field) => [field, values[field]]));
}

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
  const changes = changesOf(values, base);
  const theirs = changesOf(stored, base);
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
export function conflictWords(theirs: string | null): string {
  const text = (theirs ?? '').trim();
  if (text === '')
    return 'Somebody else has emptied this meanwhile. Save again to keep what you typed.';
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `Somebody else has changed this meanwhile, to “${shown}”. Save again to keep what you typed.`;
}
