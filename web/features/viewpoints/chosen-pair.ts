import type { ViewpointPhoto } from '#domain/viewpoint-history.ts';
import { matching } from '#web/lib/search-params.ts';

const ID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';

/** Ids of the one or two chosen photos in an address, with a dot between. */
export const pairInSearch = matching(new RegExp(`^${ID}(?:\\.${ID})?$`));

type Photo = Pick<ViewpointPhoto, 'id'>;

/** The ids that an address names, else those of the first and the last photo. */
export function chosenOf(photos: readonly Photo[], inAddress: string | undefined): string[] {
  const named = inAddress?.split('.').filter((id) => photos.some((photo) => photo.id === id)) ?? [];
  if (named.length > 0) return named;
  return [photos[0], photos.at(-1)].flatMap((photo) => (photo ? [photo.id] : []));
}

/** At most two ids, the latest chosen last: a third takes the place of the first. */
export const toggled = (chosen: readonly string[], id: string): string[] =>
  chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen.slice(-1), id];

/** The two chosen photos in the order of time; null with fewer. */
export function pairOf<T extends Photo>(
  photos: readonly T[],
  chosen: readonly string[],
): { before: T; after: T } | null {
  const [before, after] = photos.filter(({ id }) => chosen.includes(id));
  return before && after ? { before, after } : null;
}
