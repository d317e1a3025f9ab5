import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UnplacedPhoto } from '#domain/viewpoint-history.ts';
import { api, client } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';
import { groupBy } from '#domain/group-by.ts';
import { useCallback, useState } from 'react';

/** The photos that an undo returns to each viewpoint. `toId` is null for photos that had none. */
export function undoMoves(
  photos: readonly Pick<UnplacedPhoto, 'id' | 'viewpointId'>[],
): { toId: string | null; fileIds: string[] }[] {
  const groups = groupBy(photos, ({ viewpointId }) => viewpointId);
  return [...groups].map(([toId, grouped]) => ({ toId, fileIds: grouped.map(({ id }) => id) }));
}

type Placing = {
  photos: readonly UnplacedPhoto[];
  /** An existing viewpoint, or the name for a new one. */
  at: { id: string; name: string } | { name: string };
};

export function usePlacing(projectId: string) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.viewpoints.key() });
  const undo = useMutation({
    mutationFn: async ({ photos, id }: { photos: readonly UnplacedPhoto[]; id: string }) => {
      for (const group of undoMoves(photos)) {
        const fileIds = [...group.fileIds];
        await (group.toId === null
          ? client.viewpoints.release({ id, fileIds })
          : client.viewpoints.assign({ id: group.toId, fileIds }));
      }
    },
    onSuccess: async () => {
      await refresh();
      toast.note('Photos Moved Back');
    },
    onError: async (error: unknown) => {
      await refresh();
      toast.failure('Failed to undo', error);
    },
  });
  const place = useMutation({
    mutationFn: ({ photos, at }: Placing) => {
      const fileIds = photos.map(({ id }) => id);
      return 'id' in at
        ? client.viewpoints.assign({ id: at.id, fileIds })
        : client.viewpoints.create({ projectId, fileIds, name: at.name });
    },
    onSuccess: async ({ id }, { photos, at }) => {
      await refresh();
      toast.undoable(`${counted(photos.length, 'Photo')} Added to ${at.name}`, () =>
        undo.mutate({ photos, id }),
      );
    },
    onError: (error: unknown) => toast.failure('Failed to move the photos', error),
  });
  return place;
}

/** The ID of the photo being dragged, read from its tile's `data-unplaced`. Pass `list` as the list's `ref`. */
export function useDraggedPhoto() {
  const [draggedId, setDragged] = useState<string | null>(null);
  const list = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const start = (event: DragEvent) => {
      const tile = event.target instanceof Element ? event.target.closest('[data-unplaced]') : null;
      const id = tile?.getAttribute('data-unplaced') ?? null;
      // Some browsers don't start a drag without data.
      event.dataTransfer?.setData('text/plain', id ?? '');
      setDragged(id);
    };
    const end = () => setDragged(null);
    element.addEventListener('dragstart', start);
    element.addEventListener('dragend', end);
    return () => {
      element.removeEventListener('dragstart', start);
      element.removeEventListener('dragend', end);
    };
  }, []);
  return { draggedId, list };
}
