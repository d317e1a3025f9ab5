import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { toast } from '#web/ui/toast.ts';

type DeleteSubmissionProps = {
  /** The one to delete; null shows nothing. */
  submission: StaffSubmission | null;
  /** What is said when it could not be deleted. */
  failed?: string;
  onDeleted: (id: string) => void;
  onClose: () => void;
};

/** Asks before a submission is deleted with its files. */
export function DeleteSubmission(props: DeleteSubmissionProps) {
  const { submission, failed = 'Failed to delete content', onDeleted, onClose } = props;
  const queryClient = useQueryClient();
  const remove = useMutation(
    api.submissions.remove.mutationOptions({
      onSuccess: async ({ id }) => {
        onDeleted(id);
        toast.success('Submission deleted');
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: api.submissions.list.key() }),
          queryClient.invalidateQueries({ queryKey: api.submissions.library.key() }),
          queryClient.invalidateQueries({ queryKey: api.projects.key() }),
        ]);
      },
      onError: (error) => toast.failure(failed, error),
    }),
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
          This deletes <strong>{submission.title}</strong> with{' '}
          {counted(submission.fileCount, 'file')} and its share links. This cannot be undone.
        </Text>
      ) : null}
    </ConfirmDialog>
  );
}
