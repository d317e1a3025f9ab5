import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { dayOf, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { useProjectChoices } from '#web/lib/use-project-choices.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { useAcceptSubmission } from '../api.ts';
import { toast } from '#web/ui/toast.ts';
import { ProjectSelect } from '../project-select.tsx';
import { SubmissionFields } from '../submission-fields.tsx';
import { EMPTY_SUBMISSION, submissionErrors, type SubmissionValues } from '../submission-form.ts';

type CreateVideoProps = {
  onCreated: (submission: StaffSubmission) => void;
  onCancel: () => void;
};

export function CreateVideo({ onCreated, onCancel }: CreateVideoProps) {
  const [projectId, setProjectId] = useState<string | null>(null);
  const { projects, props } = useProjectChoices(projectId);
  const timeZone = projects.find(({ id }) => id === projectId)?.timeZone ?? DEFAULT_TIME_ZONE;
  const form = useForm<SubmissionValues>({
    initialValues: { ...EMPTY_SUBMISSION, contentType: 'video_update' },
    validate: (values) => submissionErrors(values, dayOf(new Date().toISOString(), timeZone)),
  });
  const accept = useAcceptSubmission();
  const create = useMutation(
    api.submissions.create.mutationOptions({
      onSuccess: (submission) => {
        void accept(submission);
        onCreated(submission);
      },
      onError: (error) => toast.failure('Failed to save video submission', error),
    }),
  );
  return (
    <DialogForm
      onSubmit={form.onSubmit((values) => {
        if (projectId) create.mutate({ ...values, projectId });
      })}
      label="Create and Add Videos"
      isBusy={create.isPending}
      isDisabled={projectId === null || form.values.title.trim() === ''}
      onCancel={onCancel}
    >
      <ProjectSelect
        projects={projects}
        value={projectId}
        onChange={setProjectId}
        {...props}
        data-autofocus
      />
      <SubmissionFields form={form} timeZone={timeZone} isTypeKnown />
    </DialogForm>
  );
}
