import { Modal, Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentType, StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { dayOf, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { toast } from '#web/ui/toast.ts';
import { SubmissionFields } from '../submission-fields.tsx';
import { EMPTY_SUBMISSION, submissionErrors, type SubmissionValues } from '../submission-form.ts';

type CreateSubmissionProps = {
  isOpen: boolean;
  /** The project it is for, when that is clear already. */
  projectId: string | null;
  onCreated: (submission: StaffSubmission) => void;
  onClose: () => void;
};

/** The dialog that begins a submission; its files are added on the next screen. */
export function CreateSubmission({ isOpen, onClose, ...rest }: CreateSubmissionProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New Submission" size="lg">
      <CreateForm {...rest} onClose={onClose} />
    </Modal>
  );
}

type CreateFormProps = Omit<CreateSubmissionProps, 'isOpen'>;

function CreateForm({ projectId: given, onCreated, onClose }: CreateFormProps) {
  const [projectId, setProjectId] = useState(given);
  const submissions = useQuery(api.submissions.list.queryOptions({ input: {} }));
  const projects = useQuery(api.projects.list.queryOptions({ input: {} }));
  const project = projects.data?.projects.find(({ id }) => id === projectId);
  const timeZone = project?.timeZone ?? DEFAULT_TIME_ZONE;
  const form = useForm<SubmissionValues>({
    initialValues: { ...EMPTY_SUBMISSION, contentType: usualType(submissions.data, given) },
    validate: (values) => submissionErrors(values, dayOf(new Date().toISOString(), timeZone)),
  });
  const queryClient = useQueryClient();
  const create = useMutation(
    api.submissions.create.mutationOptions({
      onSuccess: (submission) => {
        const { queryKey } = api.submissions.get.queryOptions({ input: { id: submission.id } });
        queryClient.setQueryData(queryKey, submission);
        void queryClient.invalidateQueries({ queryKey: api.submissions.list.key() });
        onCreated(submission);
      },
      onError: (error) => toast.failure('Failed to save content', error),
    }),
  );
  const choose = (id: string | null) => {
    setProjectId(id);
    if (form.isDirty('contentType')) return;
    const values = { ...form.getValues(), contentType: usualType(submissions.data, id) };
    form.setValues(values);
    form.resetDirty({ ...EMPTY_SUBMISSION, contentType: values.contentType });
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (projectId) create.mutate({ ...values, projectId });
      })}
    >
      <Stack gap="md">
        <Select
          label="Project"
          required
          placeholder={projects.isPending ? 'Loading…' : 'Select a project'}
          searchable
          nothingFoundMessage="No Projects Found"
          data={(projects.data?.projects ?? []).map(({ id, name, companyName }) => ({
            value: id,
            label: companyName ? `${name} · ${companyName}` : name,
          }))}
          value={projectId}
          onChange={choose}
          error={projects.isError ? errorMessage(projects.error) : undefined}
          data-autofocus={given === null ? true : undefined}
        />
        <SubmissionFields form={form} timeZone={timeZone} />
        <DialogButtons
          label="Create and add files"
          isBusy={create.isPending}
          isDisabled={projectId === null || form.values.title.trim() === ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** What the project had last is what it most likely gets again. `data` is in order, newest first. */
const usualType = (
  data: { submissions: readonly StaffSubmission[] } | undefined,
  projectId: string | null,
): ContentType =>
  data?.submissions.find((submission) => submission.projectId === projectId)?.contentType ??
  EMPTY_SUBMISSION.contentType;
