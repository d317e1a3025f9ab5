import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { undoText, useBinDays, useDeletionCallbacks } from '#web/lib/bin.ts';
import { counted } from '#web/lib/formats.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type DeleteSubmissionProps = {
  submission: StaffSubmission | null;
  failed?: string;
  onDeleted: (id: string) => void;
  onClose: () => void;
};

export function DeleteSubmission(props: DeleteSubmissionProps) {
  const { submission, failed = 'Failed to delete content', onDeleted, onClose } = props;
  const binDays = useBinDays();
  const withToasts = useDeletionCallbacks(
    'submission',
    api.submissions.list.key(),
    api.submissions.library.key(),
    api.projects.key(),
  );
  const remove = useMutation(
    api.submissions.remove.mutationOptions(withToasts('Submission deleted', failed, onDeleted)),
  );
  return (
    <ConfirmDialog
      isOpen={submission !== null}
      title="Delete Submission"
      confirmLabel="Delete"
      isBusy={remove.isPending}
      onConfirm={() => {
        if (submission) remove.mutate({ id: submission.id });
      }}
      onClose={onClose}
    >
      {submission ? (
        <Text>
          This deletes <strong>{submission.title}</strong>, including{' '}
          {counted(submission.fileCount, 'file')} and all share links to it. {undoText(binDays)}
        </Text>
      ) : null}
    </ConfirmDialog>
  );
}
