import type { SubmissionValues } from '../submission-form.ts';

/** What was typed and is not saved yet, and what it was put on top of. */
export type KeptEdit = { values: SubmissionValues; base: SubmissionValues };

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
