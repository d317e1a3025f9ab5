import { useForm } from '@mantine/form';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ORPCError } from '@orpc/client';
import { useEffect, useRef, useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { changedValues } from '#web/lib/changed-values.ts';
import { isTransient } from '#web/lib/error-messages.ts';
import { dayOf } from '#web/lib/formats.ts';
import { useSession } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import {
  storeEdit,
  readStoredEdit,
  type Edit,
  type Field,
  mergeEdit,
  type Save,
  type SaveHistory,
  stepValues,
  withSaved,
} from './submission-edit.ts';
import {
  EMPTY_SUBMISSION,
  submissionErrors,
  type SubmissionValues,
  toSubmissionValues,
} from '../submission-form.ts';

/** Delay from the last keystroke to saving, and delay of retries. */
const SAVE_DELAY_MS = 1500;
const RETRY_DELAY_MS = 5000;
/** How often saving is attempted if someone else keeps saving first. */
const MAX_ATTEMPTS = 3;

export type TheirChange = { name: string; fields: readonly Field[]; at: Date };

export type SubmissionForm = ReturnType<typeof useSubmissionForm>;

const useDetailsForm = (initialValues: SubmissionValues, timeZone: string) =>
  useForm<SubmissionValues>({
    initialValues,
    validate: (values) => submissionErrors(values, dayOf(new Date().toISOString(), timeZone)),
  });

function initialEdit(submission: StaffSubmission, personId: string): Edit {
  const stored = toSubmissionValues(submission);
  const kept = readStoredEdit(personId, submission.id, EMPTY_SUBMISSION);
  return kept
    ? mergeEdit(kept.values, kept.base, stored)
    : { values: stored, base: stored, conflicts: [], changedByOthers: [] };
}

/**
 * The editing state of a submission. Drafts are saved automatically; published submissions wait for `save`, because
 * clients see changes at once. `save` resolves to whether everything is saved. Unsaved input is kept in this browser. A
 * field that someone else has changed, too, waits for `decide`. `failed` is the title of the error if `save` fails.
 */
export function useSubmissionForm(
  submission: StaffSubmission,
  timeZone: string,
  failed = 'Failed to save content',
) {
  const { id, status } = submission;
  const queryClient = useQueryClient();
  const personId = useSession().user?.id ?? '';
  const [start] = useState(() => initialEdit(submission, personId));
  const [base, setBase] = useState(start.base);
  const [conflicts, setConflicts] = useState<readonly Field[]>(start.conflicts);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [theirs, noteTheirs] = useOthersChange(personId);
  const steps = useUndoRedo();
  const form = useDetailsForm(start.values, timeZone);
  const { setValues, getValues, values } = form;
  const isDirty = Object.keys(changedValues(values, base)).length > 0;
  const applyEdit = (edit: Omit<Edit, 'changedByOthers'>) => {
    if (Object.keys(changedValues(edit.values, getValues())).length > 0) setValues(edit.values);
    setBase(edit.base);
    setConflicts(edit.conflicts);
  };
  const merge = (edit: Edit, stored: StaffSubmission) => {
    applyEdit(edit);
    noteTheirs(stored, edit.changedByOthers);
  };
  const settle = (sent: SubmissionValues, saved: StaffSubmission, save: Save) => {
    applyEdit(mergeEdit(getValues(), sent, toSubmissionValues(saved)));
    steps.onSaved(save);
    setSavedAt(new Date());
    cacheSubmission(queryClient, saved);
  };
  const saving = useMutation({
    mutationFn: (_request: { isRequested: boolean }) =>
      mergeAndSave(id, { values: getValues, base, onMerged: merge, onSaved: settle }),
    onError: (problem, { isRequested }) => isRequested && toast.failure(failed, problem),
  });
  const { isPending: isSaving, error } = saving;
  const run = async (isRequested: boolean): Promise<boolean> => {
    if (form.validate().hasErrors) return false;
    return !isDirty || saving.mutateAsync({ isRequested }).catch(() => false);
  };
  usePersistedEdit(personId, id, { isDirty, values, base });
  const isDue = status === 'draft' && isDirty && conflicts.length === 0 && !isSaving;
  useAutosave({ isDue, error, values, save: () => run(false) });
  useStoredChanges(submission, isSaving, (stored) => {
    const edit = mergeEdit(getValues(), base, stored);
    applyEdit({ ...edit, conflicts: [...new Set([...conflicts, ...edit.conflicts])] });
    noteTheirs(submission, edit.changedByOthers);
  });

  const decide = (field: Field, isMine: boolean) => {
    if (!isMine) setValues({ [field]: base[field] });
    setConflicts(conflicts.filter((each) => each !== field));
  };
  return {
    form,
    isDirty,
    isSaving,
    error,
    savedAt,
    theirs,
    conflicts: conflicts.map((field) => ({ field, theirs: base[field] ?? '' })),
    decide,
    save: () => {
      setConflicts([]);
      return run(true);
    },
    canUndo: !isDirty && steps.canGo(-1),
    canRedo: !isDirty && steps.canGo(1),
    /** Undoes (-1) or redoes (1) a save. */
    step: (by: -1 | 1) => setValues(steps.go(by)),
    discard: () => {
      steps.stay();
      applyEdit({ values: base, base, conflicts: [] });
    },
  };
}

function useOthersChange(personId: string) {
  const [theirs, setTheirs] = useState<TheirChange | null>(null);
  const noteChange = (stored: StaffSubmission, taken: readonly Field[]) =>
    setTheirs((before) => changeOf(stored, personId, taken) ?? before);
  return [theirs, noteChange] as const;
}

function usePersistedEdit(
  personId: string,
  id: string,
  { isDirty, values, base }: { isDirty: boolean; values: SubmissionValues; base: SubmissionValues },
): void {
  useEffect(
    () => storeEdit(personId, id, isDirty ? { values, base } : null),
    [personId, id, isDirty, values, base],
  );
}

/** Undo and redo of saves. A step takes effect once its change is saved. */
function useUndoRedo() {
  const [history, setHistory] = useState<SaveHistory>({ saves: [], at: 0 });
  const pending = useRef<-1 | 0 | 1>(0);
  return {
    canGo: (by: -1 | 1) => stepValues(history, by) !== null,
    go(by: -1 | 1) {
      pending.current = by;
      return stepValues(history, by) ?? {};
    },
    stay() {
      pending.current = 0;
    },
    onSaved(save: Save) {
      const by = pending.current;
      pending.current = 0;
      setHistory((before) => withSaved(before, save, by));
    },
  };
}

type SaveParts = {
  values: () => SubmissionValues;
  base: SubmissionValues;
  /** Called before saving, with the edit merged into the stored values. */
  onMerged: (edit: Edit, stored: StaffSubmission) => void;
  onSaved: (sent: SubmissionValues, saved: StaffSubmission, save: Save) => void;
};

/** Merges with the stored values and saves. Resolves to false if both sides changed a field. */
async function mergeAndSave(id: string, parts: SaveParts): Promise<boolean> {
  let { base } = parts;
  for (let attempt = 1; ; attempt++) {
    const now = await api.submissions.get.call({ id });
    const edit = mergeEdit(parts.values(), base, toSubmissionValues(now));
    parts.onMerged(edit, now);
    if (edit.conflicts.length > 0) return false;
    ({ base } = edit);
    const save = {
      before: changedValues(base, edit.values),
      after: changedValues(edit.values, base),
    };
    try {
      const order = { ...save.after, id, ifUnchangedSince: now.updatedAt };
      parts.onSaved(edit.values, await api.submissions.update.call(order), save);
      return true;
    } catch (error) {
      if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Reports values stored by others, but not while a save is running. */
function useStoredChanges(
  submission: StaffSubmission,
  isSaving: boolean,
  onChange: (stored: SubmissionValues) => void,
): void {
  const stored = JSON.stringify(toSubmissionValues(submission));
  const seen = useRef(stored);
  useEffect(() => {
    if (isSaving || seen.current === stored) return;
    seen.current = stored;
    onChange(JSON.parse(stored) as SubmissionValues);
  });
}

function cacheSubmission(queryClient: QueryClient, saved: StaffSubmission): void {
  queryClient.setQueryData(api.submissions.get.queryKey({ input: { id: saved.id } }), saved);
  void queryClient.invalidateQueries({ queryKey: api.submissions.key() });
}

/** Null if this person made the change, or no field changed. */
function changeOf(
  { updatedBy, updatedAt }: StaffSubmission,
  personId: string,
  fields: readonly Field[],
): TheirChange | null {
  if (!updatedBy || updatedBy.id === personId || fields.length === 0) return null;
  return { name: updatedBy.name, fields, at: new Date(updatedAt) };
}

type AutosaveParts = {
  isDue: boolean;
  error: Error | null;
  values: SubmissionValues;
  save: () => Promise<boolean>;
};

/** Saves after a pause in typing, and retries while the server can't be reached. */
function useAutosave({ isDue, error, values, save }: AutosaveParts): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  const canRetry = error === null || isTransient(error);
  useEffect(() => {
    if (!isDue || !canRetry) return undefined;
    const timer = setTimeout(() => void latest.current(), error ? RETRY_DELAY_MS : SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isDue, canRetry, error, values]);
}

const isConflict = (error: unknown) =>
  error instanceof ORPCError && error.code === 'SUBMISSION_CHANGED';
