import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { BinThing } from '#domain/bin.ts';
import { api, client } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';

/** For how many days what is deleted can be restored; 0: not at all, undefined: not known yet. */
export const useBinDays = (): number | undefined =>
  useQuery(api.bin.days.queryOptions({ staleTime: Infinity })).data?.binDays;

/** How a dialog that asks about a deletion ends: whether it can be undone. */
export const undoText = (binDays: number | undefined): string => {
  if (binDays === undefined) return '';
  return binDays === 0
    ? 'This cannot be undone.'
    : `You can restore it from the trash for ${counted(binDays, 'day')}.`;
};

/** Says that things were deleted, and offers to restore them while that is possible. */
export function useDeletionToast() {
  const queryClient = useQueryClient();
  const restore = async (things: readonly BinThing[]) => {
    try {
      for (const thing of things) await client.bin.restore(thing);
      toast.success('Restored');
    } catch (error) {
      toast.failure('Failed to restore', error);
    }
    await queryClient.invalidateQueries();
  };
  return (title: string, things: readonly BinThing[], binDays: number): void =>
    binDays === 0 ? toast.success(title) : toast.undoable(title, () => void restore(things));
}

/** How the deletion of one thing ends, for `mutationOptions`: see `useMutationToasts`. */
export function useDeletionEnd(kind: BinThing['kind'], ...keys: QueryKey[]) {
  const queryClient = useQueryClient();
  const tell = useDeletionToast();
  return (done: string, failed: string, onDone: (id: string) => void) => ({
    onSuccess: async ({ id, binDays }: { id: string; binDays: number }) => {
      onDone(id);
      tell(done, [{ kind, id }], binDays);
      await Promise.all(
        [...keys, api.bin.list.key()].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error: unknown) => toast.failure(failed, error),
  });
}
