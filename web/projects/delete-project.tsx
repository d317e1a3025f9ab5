import { Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Project } from '#domain/projects.ts';
import { api } from '#web/lib/api.ts';
import { undoText, useBinDays, useDeletionCallbacks } from '#web/lib/bin.ts';
import { counted } from '#web/lib/formats.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

export function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { id, name } = project;
  const binDays = useBinDays();
  const withToasts = useDeletionCallbacks('project', api.projects.key(), api.companies.key());
  // The project's own count includes only published submissions.
  const submissions = useQuery(api.submissions.list.queryOptions({ input: { projectId: id } })).data
    ?.submissions;
  const remove = useMutation(
    api.projects.remove.mutationOptions(
      withToasts('Project Deleted', 'Failed to delete project.', onClose),
    ),
  );
  return (
    <ConfirmDialog
      isOpen
      title="Delete Project"
      confirmLabel="Delete Project"
      isBusy={remove.isPending}
      typed={{ noun: 'project', name }}
      onConfirm={(typedName) => remove.mutate({ id, typedName })}
      onClose={onClose}
    >
      <Text>
        This deletes <strong>{name}</strong> and{' '}
        {submissions ? counted(submissions.length, 'submission') : 'its submissions'}, including
        drafts, with all files and share links. {undoText(binDays)}
      </Text>
    </ConfirmDialog>
  );
}
