import { type AlignablePhoto, pairAlignment } from '#domain/aligned-pair.ts';
import type { ViewpointPhoto } from '#domain/viewpoint-history.ts';
import { matching } from '#web/lib/search-params.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';

const ID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';

/** The IDs of one or two selected photos, separated by a dot. */
export const pairInSearch = matching(new RegExp(`^${ID}(?:\\.${ID})?$`));

type Photo = Pick<ViewpointPhoto, 'id'>;

/**
 * The IDs in the URL. By default, those of the oldest and newest photos that are aligned with each other, otherwise of
 * the first and last.
 */
export function selectedIds(
  photos: readonly (Photo & AlignablePhoto)[],
  fromUrl: string | undefined,
): string[] {
  const selected =
    fromUrl?.split('.').filter((id) => photos.some((photo) => photo.id === id)) ?? [];
  if (selected.length > 0) return selected;
  const pair = alignedPair(photos) ?? [photos[0], photos.at(-1)];
  return pair.flatMap((photo) => (photo ? [photo.id] : []));
}

function alignedPair<T extends AlignablePhoto>(photos: readonly T[]): [T, T] | null {
  const aligned = photos.filter(({ alignment }) => alignment?.state === 'aligned');
  for (const [i, after] of [...aligned.entries()].toReversed()) {
    const before = aligned.slice(0, i).find((photo) => pairAlignment({ before: photo, after }));
    if (before) return [before, after];
  }
  return null;
}

/** The latest selection is last. A third photo replaces the first one. */
export const toggleSelection = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen.slice(-1), id];

/** The two selected photos in time order; null with fewer. */
export function pairOf<T extends Photo>(
  photos: readonly T[],
  chosen: readonly string[],
): { before: T; after: T } | null {
  const [before, after] = photos.filter(({ id }) => chosen.includes(id));
  return before && after ? { before, after } : null;
}

export function useChosenPair(photos: readonly ViewpointPhoto[]) {
  const { pair: fromUrl } = useSearch({ strict: false });
  const navigate = useNavigate();
  const chosenIds = selectedIds(photos, fromUrl);
  const toggle = (id: string) => {
    const next = toggleSelection(chosenIds, id);
    void navigate({
      to: '.',
      search: (before) => ({ ...before, pair: next.join('.') || undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  return { chosenIds, pair: pairOf(photos, chosenIds), toggle };
}
