import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { changedValues } from '#web/lib/changed-values.ts';
import { dayOf } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';
import { conflictMessage, mergeEdit } from './submission-edit.ts';
import { submissionErrors, type SubmissionValues, toSubmissionValues } from '../submission-form.ts';

export type SubmissionForm = ReturnType<typeof useSubmissionForm>;

/**
 * The details of a submission while they are edited. `save` answers whether all is kept; what was
 * typed stays when it is not. Only what was typed is sent; a field that somebody else has changed
 * meanwhile is shown first.
 */
export function useSubmissionForm(submission: StaffSubmission, timeZone: string) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(() => toSubmissionValues(submission));
  const form = useForm<SubmissionValues>({
    initialValues: base,
    validate: (values) => submissionErrors(values, dayOf(new Date().toISOString(), timeZone)),
  });
  const isDirty = Object.keys(changedValues(form.values, base)).length > 0;
  const stored = api.submissions.get.queryOptions({ input: { id: submission.id } });
  const update = useMutation({
    mutationFn: async () => {
      const now = toSubmissionValues(await api.submissions.get.call({ id: submission.id }));
      const { values, conflicts } = mergeEdit(form.getValues(), base, now);
      form.setValues(values);
      setBase(now);
      for (const field of conflicts) form.setFieldError(field, conflictMessage(now[field]));
      if (conflicts.length > 0) return false;
      const saved = await api.submissions.update.call({
        ...changedValues(values, now),
        id: submission.id,
      });
      const kept = toSubmissionValues(saved);
      form.setValues(mergeEdit(form.getValues(), values, kept).values);
      setBase(kept);
      queryClient.setQueryData(stored.queryKey, saved);
      await queryClient.invalidateQueries({ queryKey: api.submissions.key() });
      return true;
    },
    onError: (error) => toast.failure('Failed to save content', error),
  });
  const { setValues, getValues } = form;
  const latest = JSON.stringify(toSubmissionValues(submission));
  const seen = useRef(latest);
  // Somebody else changed it: shown, but where that would overwrite what is being typed.
  useEffect(() => {
    if (seen.current === latest) return;
    seen.current = latest;
    const edit = mergeEdit(getValues(), base, JSON.parse(latest) as SubmissionValues);
    // Values that are set take the message about a conflict with them.
    if (Object.keys(changedValues(edit.values, getValues())).length > 0) setValues(edit.values);
    setBase(edit.base);
  }, [latest, base, getValues, setValues]);

  const save = async (): Promise<boolean> => {
    if (form.validate().hasErrors) return false;
    if (!isDirty) return true;
    return update.mutateAsync().catch(() => false);
  };
  return { form, isDirty, isSaving: update.isPending, error: update.error, save };
}
