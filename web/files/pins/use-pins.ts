import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Pin, PinReply } from '#domain/pins.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage, isTransient } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';

export const usePin = (id: string) => useQuery(api.pins.get.queryOptions({ input: { id } }));

export const useFilePins = (fileId: string) =>
  useQuery(api.pins.onFile.queryOptions({ input: { fileId } }));

export const usePinPeople = (projectId: string) =>
  useQuery(api.pins.people.queryOptions({ input: { projectId } }));

/** The picture of a reply with `hasPicture`. */
export const pictureUrl = (replyId: string): string => `/pin-pictures/${replyId}`;

/** The changes of pins. Each puts its result into the cache and reloads the lists. */
export function usePinActions() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.pins.key() });
  const onSuccess = (pin: Pin & { replies: PinReply[] }) => {
    queryClient.setQueryData(api.pins.get.queryKey({ input: { id: pin.id } }), pin);
    return refresh();
  };
  const restore = useMutation(
    api.pins.restore.mutationOptions({
      onSuccess,
      onError: (error) => toast.failure('Failed to restore the pin', error),
    }),
  );
  const remove = useMutation(
    api.pins.remove.mutationOptions({
      onSuccess: ({ id }) => {
        toast.undoable('Pin deleted', () => restore.mutate({ id }));
        return refresh();
      },
      onError: (error) => toast.failure('Failed to delete the pin', error),
    }),
  );
  return {
    refresh,
    create: useMutation(api.pins.create.mutationOptions({ onSuccess })),
    update: useMutation(api.pins.update.mutationOptions({ onSuccess })),
    reply: useMutation(api.pins.reply.mutationOptions({ onSuccess })),
    revokeGuest: useMutation(
      api.pins.revokeGuest.mutationOptions({
        onSuccess: async (pin) => {
          await onSuccess(pin);
          toast.success('Link revoked');
        },
        onError: (error) => toast.failure('Failed to revoke the link', error),
      }),
    ),
    remove,
  };
}

/** What to do about a text that couldn't be sent. */
export const unsentMessage = (error: unknown): string =>
  isTransient(error)
    ? "No connection. Your text is kept on this device. Send it again when you're back online."
    : errorMessage(error);
