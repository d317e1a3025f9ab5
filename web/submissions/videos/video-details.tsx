import { Select, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { useAcceptSubmission } from '../api.ts';
import { toast } from '#web/ui/toast.ts';
import type { SubmissionForm } from '../editor/use-submission-form.ts';
import { SubmissionFields } from '../submission-fields.tsx';
import { changeStatus, STATUS_CHOICES } from '../submission-choices.ts';

type VideoDetailsProps = {
  submission: StaffSubmission;
  details: SubmissionForm;
  onCursor: (position: number) => void;
  onSaved: () => void;
  onCancel: () => void;
};

export function VideoDetails(props: VideoDetailsProps) {
  const { submission, details, onCursor, onSaved, onCancel } = props;
  const { id, status, projectName, companyName, timeZone } = submission;
  const { form, isDirty, isSaving, save } = details;
  const [wanted, setWanted] = useState(status);
  const change = useMutation({
    mutationFn: () => changeStatus(id, wanted),
    onSuccess: useAcceptSubmission(),
    onError: (error) => toast.failure('Failed to save video submission', error),
  });
  const submit = async () => {
    if (!(await save())) return;
    if (wanted !== status && !(await change.mutateAsync().catch(() => null))) return;
    toast.success('Video submission saved');
    onSaved();
  };
  return (
    <DialogForm
      onSubmit={() => void submit()}
      label="Save"
      isBusy={isSaving || change.isPending}
      isDisabled={(!isDirty && wanted === status) || form.values.title.trim() === ''}
      onCancel={onCancel}
    >
      <Text c="dimmed" size="sm">
        {projectName} · {companyName}
      </Text>
      <SubmissionFields form={form} timeZone={timeZone} isTypeKnown />
      <Select
        label="Status"
        data={STATUS_CHOICES}
        value={wanted}
        onChange={(value) => setWanted(value ?? status)}
      />
      <Textarea
        label="Content"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={50_000}
        onSelect={(event) => onCursor(event.currentTarget.selectionEnd)}
        {...form.getInputProps('contentText')}
      />
    </DialogForm>
  );
}
