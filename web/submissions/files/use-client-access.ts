import { useMutation } from '@tanstack/react-query';
import type { StaffFile } from '#domain/files.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';

type Update = (change: (files: StaffFile[]) => StaffFile[]) => unknown;

type Means = {
  update: Update;
  replace: (file: StaffFile) => unknown;
  refresh: () => Promise<void>;
};

/** Changes which files clients see, which are shown as photos, and which is the cover. */
export function useClientAccess({ update, replace, refresh }: Means) {
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
        toast.success(fileId === null ? 'Cover chosen automatically' : 'Cover chosen');
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
