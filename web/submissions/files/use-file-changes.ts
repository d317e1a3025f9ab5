import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffFile } from '#domain/files.ts';
import { api, client } from '#web/lib/api.ts';
import { useDeletionToast } from '#web/lib/bin.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';
import { sortByIds } from './file-order.ts';

/** Changes to a submission's files. A new order is shown before the server confirms it. */
export function useFileChanges(submissionId: string) {
  const queryClient = useQueryClient();
  const showDeletion = useDeletionToast();
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
        // A request that is already running would restore the old order.
        await queryClient.cancelQueries({ queryKey });
        update((files) => sortByIds(files, fileIds));
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
  // The dialog shows errors from these two mutations.
  const setChapters = useMutation(
    api.files.setChapters.mutationOptions({
      // Runs in sequence, because each list is based on the previous one.
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
      showDeletion(
        `${counted(ids.length, 'file')} removed`,
        ids.map((id) => ({ kind: 'file', id })),
        binDays,
      ),
    onError: (error) => toast.failure('Failed to delete file', error),
    onSettled: refresh,
  });
  return { reorder, rename, setChapters, setPoster, ...access, retry, remove };
}

type Update = (change: (files: StaffFile[]) => StaffFile[]) => unknown;

type CacheActions = {
  update: Update;
  replace: (file: StaffFile) => unknown;
  refresh: () => Promise<void>;
};

function useClientAccess({ update, replace, refresh }: CacheActions) {
  const replaceAll = (changed: readonly StaffFile[]) => {
    const byId = new Map(changed.map((file) => [file.id, file]));
    update((files) => files.map((file) => byId.get(file.id) ?? file));
  };
  const onError = (error: Error) => toast.failure('Failed to save content', error);
  const setForClients = useMutation(
    api.files.setForClients.mutationOptions({
      onSuccess: ({ files }, { isForClients }) => {
        replaceAll(files);
        const some = counted(files.length, 'file');
        toast.success(`${some} ${isForClients ? 'shown to clients' : 'hidden from clients'}`);
      },
      onError,
      onSettled: refresh,
    }),
  );
  const setCover = useMutation(
    api.files.setCover.mutationOptions({
      onSuccess: ({ files }, { fileId }) => {
        replaceAll(files);
        toast.success(fileId === null ? 'Cover set to automatic' : 'Cover updated');
      },
      onError,
      onSettled: refresh,
    }),
  );
  const showAsPhoto = useMutation(
    api.files.showAsPhoto.mutationOptions({
      onSuccess: (file, { id, isShown = true }) => {
        replace(file);
        if (!isShown) return toast.success(`${file.fileName} is no longer shown as a photo`);
        toast.undoable(`${file.fileName} is shown as a photo`, () =>
          showAsPhoto.mutate({ id, isShown: false }),
        );
      },
      onError,
      onSettled: refresh,
    }),
  );
  return { setForClients, setCover, showAsPhoto };
}
