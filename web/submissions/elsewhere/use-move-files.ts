import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api, client } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';
import { useMemo } from 'react';

export type MoveTarget = { submissionId: string } | { projectId: string };
type Source = Pick<StaffSubmission, 'id' | 'status'>;

function useRefresh() {
  const queryClient = useQueryClient();
  const keys = [
    api.files.key(),
    api.submissions.key(),
    api.rasters.key(),
    api.viewpoints.key(),
    api.projects.key(),
  ];
  return () => Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Moves files to a draft. If clients could see the files, they no longer can until the draft is published. */
export function useMoveFiles(source: Source) {
  const refresh = useRefresh();
  const undo = async (moved: { fileIds: string[]; submission: { id: string }; isNew: boolean }) => {
    const { fileIds, submission, isNew } = moved;
    try {
      const to = { submissionId: source.id };
      await client.submissions.moveFiles({ id: submission.id, fileIds, to });
      if (isNew) await client.submissions.remove({ id: submission.id });
      toast.success('Moved back');
    } catch (error) {
      toast.failure('Failed to move the files back', error);
    }
    await refresh();
  };
  return useMutation({
    mutationFn: ({ fileIds, to }: { fileIds: string[]; to: MoveTarget }) =>
      client.submissions.moveFiles({ id: source.id, fileIds, to }),
    onSuccess: (moved) => {
      const { title, projectName } = moved.submission;
      const count = moved.twins.length;
      const stay = `${counted(count, 'file was', 'files were')} already there and ${count === 1 ? "wasn't" : "weren't"} moved.`;
      const done =
        `${counted(moved.fileIds.length, 'file')} moved to ${title} · ${projectName}` +
        (count > 0 ? `. ${stay}` : '');
      if (source.status === 'draft') toast.undoable(done, () => void undo(moved));
      else toast.success(done);
    },
    onError: (error) => toast.failure('Failed to move the files', error),
    onSettled: refresh,
  });
}

export function useMoveDraft({ id, projectId }: Pick<StaffSubmission, 'id' | 'projectId'>) {
  const refresh = useRefresh();
  const move = useMutation({
    mutationFn: (to: string) => client.submissions.move({ id, projectId: to }),
    onError: (error) => toast.failure('Failed to move the draft', error),
    onSettled: refresh,
  });
  return {
    isPending: move.isPending,
    start: (to: string) =>
      move.mutate(to, {
        onSuccess: ({ projectName }) =>
          toast.undoable(`Draft moved to ${projectName}`, () => move.mutate(projectId)),
      }),
  };
}

/** Files that weren't taken at the project's site: `byId` has all, `confirmed` those that staff confirmed. */
export function useFilesElsewhere(id: string) {
  const { data } = useQuery(api.submissions.elsewhere.queryOptions({ input: { id } }));
  return useMemo(() => {
    const confirmed = data?.confirmed ?? [];
    const all = [...(data?.files ?? []), ...confirmed];
    return { confirmed, byId: new Map(all.map((file) => [file.fileId, file])) };
  }, [data]);
}
