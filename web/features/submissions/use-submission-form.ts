import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { dayOf } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.tsx';
import { submissionErrors, type SubmissionValues, toSubmissionValues } from './submission-form.ts';

export type SubmissionForm = ReturnType<typeof useSubmissionForm>;

/**
 * The details of a submission while they are edited. `save` answers whether all is kept; what was
 * typed stays when it is not.
 */
export function useSubmissionForm(submission: StaffSubmission, timeZone: string) {
  const queryClient = useQueryClient();
  const form = useForm<SubmissionValues>({
    initialValues: toSubmissionValues(submission),
    validate: (values) => submissionErrors(values, dayOf(new Date().toISOString(), timeZone)),
  });
  const isDirty = form.isDirty();
  const update = useMutation(
    api.submissions.update.mutationOptions({
      onSuccess: async (saved) => {
        const { queryKey } = api.submissions.get.queryOptions({ input: { id: saved.id } });
        queryClient.setQueryData(queryKey, saved);
        await queryClient.invalidateQueries({ queryKey: api.submissions.key() });
      },
      onError: (error) => toast.failure('Failed to save content', error),
    }),
  );
  const { setInitialValues, setValues } = form;
  const stored = JSON.stringify(toSubmissionValues(submission));
  // Somebody else changed it: shown, unless that would overwrite what is being typed.
  useEffect(() => {
    if (isDirty) return;
    const values = JSON.parse(stored) as SubmissionValues;
    setInitialValues(values);
    setValues(values);
  }, [stored, isDirty, setInitialValues, setValues]);

  const save = async (): Promise<boolean> => {
    if (form.validate().hasErrors) return false;
    if (!form.isDirty()) return true;
    const values = form.getValues();
    try {
      await update.mutateAsync({ ...values, id: submission.id });
    } catch {
      return false;
    }
    form.resetDirty(values);
    return true;
  };
  return { form, isDirty, isSaving: update.isPending, error: update.error, save };
}
