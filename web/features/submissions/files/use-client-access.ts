import { useMutation } from '@tanstack/react-query';
import type { StaffFile } from '#domain/files.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';

type Update = (change: (files: StaffFile[]) => StaffFile[]) => unknown;

/** Which files clients see, and which of them is the cover. */
export function useClientAccess(update: Update, refresh: () => Promise<void>) {
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
  return { setForClients, setCover };
}
