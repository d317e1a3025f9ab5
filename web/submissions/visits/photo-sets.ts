import { findTiles, isBand, isRawName, pairRaws, type Shot } from '#domain/photo-sets.ts';
import type { SetAside } from '#domain/visit-sifting.ts';
import type { CardPhoto } from './reading/card-photo.ts';

/** Why files that belong together are set aside; those of one `group` are shown and returned as one. */
export type SetReason = SetAside & { group: string };

/** What of the files of a visit belongs together: the photo of each RAW file, and what is no photo of its own. */
export type CardSets = {
  photoOf: ReadonlyMap<CardPhoto, CardPhoto>;
  reasons: ReadonlyMap<CardPhoto, SetReason>;
};

const BAND: SetReason = {
  words:
    'Single bands of a multispectral camera, which look almost black. They can be added as files to download.',
  canReturn: true,
  group: 'bands',
};

export function setsOf(photos: readonly CardPhoto[]): CardSets {
  const shots = photos.flatMap((photo) => (photo.kind === 'photo' ? [shotOf(photo)] : []));
  const pairs = [...pairRaws(shots)].map(([raw, { photo }]) => [raw.photo, photo] as const);
  const hasSphere = shots.some(({ isStitched }) => isStitched);
  const tiles = findTiles(shots).flatMap((set) =>
    set.map(({ photo }) => [photo, tileReason(set, hasSphere)] as const),
  );
  const bands = photos.flatMap((photo) => (isBand(photo) ? [[photo, BAND] as const] : []));
  return { photoOf: new Map(pairs), reasons: new Map([...tiles, ...bands]) };
}

const shotOf = (photo: CardPhoto): Shot & { photo: CardPhoto } => ({
  ...photo,
  latitude: photo.place?.latitude ?? null,
  longitude: photo.place?.longitude ?? null,
  isRaw: isRawName(photo.name),
  photo,
});

function tileReason(set: readonly { photo: CardPhoto }[], hasSphere: boolean): SetReason {
  const next = hasSphere
    ? 'The card has a stitched panorama, too.'
    : 'Stitch them, then add the result.';
  return {
    words: `${set.length} tiles of one 360° photo. ${next}`,
    canReturn: true,
    group: `tiles ${set[0]?.photo.path}`,
  };
}
