import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { BinTarget } from '#domain/bin.ts';
import { api, client } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';

/** How many days deleted items can be restored; 0 if never, undefined while loading. */
export const useBinDays = (): number | undefined =>
  useQuery(api.bin.days.queryOptions({ staleTime: Infinity })).data?.binDays;

export const undoText = (binDays: number | undefined): string => {
  if (binDays === undefined) return '';
  return binDays === 0
    ? 'This cannot be undone.'
    : `You can restore it from the trash for ${counted(binDays, 'day')}.`;
};

/** Shows a toast after a deletion, with Undo while items can be restored. */
export function useDeletionToast() {
  const queryClient = useQueryClient();
  const restore = async (things: readonly BinTarget[]) => {
    try {
      for (const thing of things) await client.bin.restore(thing);
      toast.success('Restored');
    } catch (error) {
      toast.failure('Failed to restore', error);
    }
    await queryClient.invalidateQueries();
  };
  return (title: string, things: readonly BinTarget[], binDays: number): void =>
    binDays === 0 ? toast.success(title) : toast.undoable(title, () => void restore(things));
}

/** Toasts for deleting one item, as `mutationOptions`; see `useMutationToasts`. */
export function useDeletionCallbacks(kind: BinTarget['kind'], ...keys: QueryKey[]) {
  const queryClient = useQueryClient();
  const showDeleted = useDeletionToast();
  return (done: string, failed: string, onDone: (id: string) => void) => ({
    onSuccess: async ({ id, binDays }: { id: string; binDays: number }) => {
      onDone(id);
      showDeleted(done, [{ kind, id }], binDays);
      await Promise.all(
        [...keys, api.bin.list.key()].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error: unknown) => toast.failure(failed, error),
  });
}
