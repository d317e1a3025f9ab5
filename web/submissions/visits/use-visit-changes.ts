import { dueText } from '#domain/visit-texts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Visit } from '#domain/visits.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';

export function useVisitChanges() {
  const queryClient = useQueryClient();
  const options = {
    onSuccess: () =>
      Promise.all(
        [api.visits.key(), api.overview.key()].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
    onError: (error: unknown) => toast.failure('Failed to change the visit', error),
  };
  const update = useMutation(api.visits.update.mutationOptions(options));
  const cancel = useMutation(api.visits.cancel.mutationOptions(options));
  const add = useMutation(api.visits.add.mutationOptions(options));
  return {
    isBusy: update.isPending || cancel.isPending || add.isPending,
    accept: ({ id, updatedAt }: Visit) =>
      update.mutate({ id, updatedAt }, { onSuccess: () => toast.success('Request accepted') }),
    /** Undo moves it back, and clients aren't notified. */
    move: (
      { id, dueAt, timeZone, updatedAt }: Visit,
      to: { dueAt: string; pilotId?: string | null },
      onDone?: () => void,
    ) =>
      update.mutate(
        { id, updatedAt, ...to },
        {
          onSuccess: (moved) => {
            onDone?.();
            if (to.dueAt === dueAt) return toast.success('Visit saved');
            toast.undoable(`Moved to ${dueText(to.dueAt, timeZone)}`, () =>
              update.mutate({ id, dueAt, updatedAt: moved.updatedAt }),
            );
          },
        },
      ),
    cancel: (
      { id, state, updatedAt }: Visit,
      why: { reason: string; isWeather: boolean },
      onDone: () => void,
    ) =>
      cancel.mutate(
        { id, updatedAt, ...why },
        {
          onSuccess: (canceled) => {
            onDone();
            if (state === 'requested') return toast.success('Request declined');
            toast.undoable(why.isWeather ? 'Visit weathered out' : 'Visit canceled', () =>
              update.mutate({ id, updatedAt: canceled.updatedAt }),
            );
          },
        },
      ),
    add: (projectId: string, dueAt: string, onDone: () => void) =>
      add.mutate(
        { projectId, dueAt },
        {
          onSuccess: () => {
            onDone();
            toast.success('Visit added');
          },
        },
      ),
  };
}
