import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ERRORS } from '#domain/errors.ts';
import { isTypedName, projectNameOf, type Project } from '#domain/projects.ts';
import { api } from '#web/lib/api.ts';
import { undoText, useBinDays, useDeletionCallbacks } from '#web/lib/bin.ts';
import { counted } from '#web/lib/formats.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

export function DeleteProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const binDays = useBinDays();
  const withToasts = useDeletionCallbacks('project', api.projects.key(), api.companies.key());
  // The project's own count includes only published submissions.
  const submissions = useQuery(
    api.submissions.list.queryOptions({ input: { projectId: project.id } }),
  ).data?.submissions;
  const remove = useMutation(
    api.projects.remove.mutationOptions(
      withToasts('Project Deleted', 'Failed to delete project.', onClose),
    ),
  );
  const isMatching = isTypedName(typed, project.name);
  const isWrong = !isMatching && !projectNameOf(project.name).startsWith(projectNameOf(typed));
  return (
    <ConfirmDialog
      isOpen
      title="Delete Project"
      confirmLabel="Delete Project"
      isBusy={remove.isPending}
      isDisabled={!isMatching}
      onConfirm={() => remove.mutate({ id: project.id, typedName: typed.trim() })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          This deletes <strong>{project.name}</strong> and{' '}
          {submissions ? counted(submissions.length, 'submission') : 'its submissions'}, including
          drafts, with all files and share links. {undoText(binDays)}
        </Text>
        <TextInput
          label={`Type "${project.name}" to confirm`}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isWrong ? ERRORS.NAME_DOES_NOT_MATCH[1] : undefined}
        />
      </Stack>
    </ConfirmDialog>
  );
}
