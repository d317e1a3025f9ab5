import { Button } from '@mantine/core';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** Archives a submission, or takes it back. */
export function ArchiveButton({ submission }: { submission: StaffSubmission }) {
  const { id, status } = submission;
  const isArchived = status === 'archived';
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: () => api.submissions[isArchived ? 'restore' : 'archive'].call({ id }),
    onSuccess: async (changed) => {
      const { queryKey } = api.submissions.get.queryOptions({ input: { id } });
      queryClient.setQueryData(queryKey, changed);
      toast.success(
        isArchived ? `Restored as ${changed.status}` : 'Archived',
        isArchived ? null : 'Clients do not see it. You can restore it at any time.',
      );
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: api.submissions.key() }),
        queryClient.invalidateQueries({ queryKey: api.projects.key() }),
      ]);
    },
    onError: (error) => toast.failure('Failed to save content', error),
  });
  return (
    <Button
      variant="subtle"
      color="gray"
      fullWidth
      leftSection={isArchived ? <IconArchiveOff {...ICON} /> : <IconArchive {...ICON} />}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {isArchived ? 'Restore Submission' : 'Archive Submission'}
    </Button>
  );
}
