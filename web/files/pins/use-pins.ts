import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Pin } from '#domain/pins.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage, isTransient } from '#web/lib/error-messages.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { toast } from '#web/ui/toast.ts';

export const usePin = (id: string, enabled: boolean) =>
  useQuery({ ...api.pins.get.queryOptions({ input: { id } }), enabled });

const NONE: readonly Pin[] = [];

/** Those of its viewpoint, too. */
export function useFilePins(fileId: string | undefined): readonly Pin[] {
  const options = api.pins.onFile.queryOptions({ input: { fileId: fileId ?? '' } });
  return useQuery({ ...options, enabled: fileId !== undefined }).data?.pins ?? NONE;
}

/** The picture of a reply with `hasPicture`. */
export const pictureUrl = (replyId: string): string => `/pin-pictures/${replyId}`;

export function usePinActions() {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: api.pins.key() });
  const withToasts = useMutationToasts(api.pins.key());
  const { create, update, reply, addPicture, remove, restore, revokeGuest } = api.pins;
  const undo = useMutation(
    restore.mutationOptions(withToasts('Pin restored', 'Failed to restore the pin')),
  );
  return {
    create: useMutation(create.mutationOptions({ onSuccess })),
    update: useMutation(update.mutationOptions({ onSuccess })),
    reply: useMutation(reply.mutationOptions({ onSuccess })),
    addPicture: useMutation(
      addPicture.mutationOptions({
        onSuccess,
        onError: (error) => toast.failure('Failed to add the photo', error),
      }),
    ),
    revokeGuest: useMutation(
      revokeGuest.mutationOptions(withToasts('Link revoked', 'Failed to revoke the link')),
    ),
    remove: useMutation(
      remove.mutationOptions({
        onSuccess: ({ id }) => {
          toast.undoable('Pin deleted', () => undo.mutate({ id }));
          return onSuccess();
        },
        onError: (error) => toast.failure('Failed to delete the pin', error),
      }),
    ),
  };
}

/** Why a text wasn't sent, and what to do. */
export const unsentMessage = (error: unknown): string =>
  isTransient(error)
    ? "No connection. Your text is kept on this device. Send it again when you're back online."
    : errorMessage(error);
