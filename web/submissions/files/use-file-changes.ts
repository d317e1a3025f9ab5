import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffFile } from '#domain/files.ts';
import { api, client } from '#web/lib/api.ts';
import { useDeletionToast } from '#web/lib/bin.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';
import { inOrder } from './file-order.ts';
import { useClientAccess } from './use-client-access.ts';

/** What can be done to the files of a submission; a new order shows at once. */
export function useFileChanges(submissionId: string) {
  const queryClient = useQueryClient();
  const tellDeletion = useDeletionToast();
  const { queryKey } = api.files.list.queryOptions({ input: { submissionId } });
  const update = (change: (files: StaffFile[]) => StaffFile[]) =>
    queryClient.setQueryData(queryKey, (old) => old && { files: change(old.files) });
  const replace = (file: StaffFile) =>
    update((files) => files.map((other) => (other.id === file.id ? file : other)));
  const refresh = async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey }),
      queryClient.invalidateQueries({ queryKey: api.submissions.key() }),
    ]);
  };

  const reorder = useMutation(
    api.files.reorder.mutationOptions({
      onMutate: async ({ fileIds }) => {
        // An answer that is under way would put the old order back.
        await queryClient.cancelQueries({ queryKey });
        update((files) => inOrder(files, fileIds));
      },
      onError: (error) => toast.failure('Failed to save content', error),
      onSettled: refresh,
    }),
  );
  const rename = useMutation(
    api.files.update.mutationOptions({
      onSuccess: replace,
      onError: (error) => toast.failure('Failed to save content', error),
    }),
  );
  // The failures of these two are said in their dialog.
  const setChapters = useMutation(
    api.files.setChapters.mutationOptions({
      // One list after the other, each made of the one before it.
      scope: { id: 'chapters' },
      onMutate: async ({ id, chapters }) => {
        await queryClient.cancelQueries({ queryKey });
        update((files) => files.map((file) => (file.id === id ? { ...file, chapters } : file)));
      },
      onError: () => queryClient.invalidateQueries({ queryKey }),
      onSuccess: replace,
    }),
  );
  const setPoster = useMutation(api.files.setPoster.mutationOptions({ onSuccess: replace }));
  const access = useClientAccess({ update, replace, refresh });
  const retry = useMutation(
    api.files.retry.mutationOptions({
      onSuccess: replace,
      onError: (error) => toast.failure('Failed to process the file', error),
      onSettled: refresh,
    }),
  );
  const remove = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      let binDays = 0;
      for (const id of ids) ({ binDays } = await client.files.remove({ id }));
      return { ids, binDays };
    },
    onSuccess: ({ ids, binDays }) =>
      tellDeletion(
        `${counted(ids.length, 'file')} removed`,
        ids.map((id) => ({ kind: 'file', id })),
        binDays,
      ),
    onError: (error) => toast.failure('Failed to delete file', error),
    onSettled: refresh,
  });
  return { reorder, rename, setChapters, setPoster, ...access, retry, remove };
}
