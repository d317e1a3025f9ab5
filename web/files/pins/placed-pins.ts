import { placeOn } from '#domain/pin-places.ts';
import type { Pin } from '#domain/pins.ts';
import { itemAt } from '../viewer/collection.ts';
import { shownPair } from '../viewer/compare/comparison.ts';
import type { ViewerState } from '../viewer/use-viewer.ts';
import type { ViewerFile } from '../viewer/viewer-file.ts';

/** The pins of the file and its viewpoint, with their places in the file. `seconds`: the place in a video. */
export const placedPins = (pins: readonly Pin[], file: ViewerFile) =>
  pins.flatMap((pin) => {
    const { place, photo } = pin;
    if (place.kind !== 'file') return [];
    const isOfViewpoint = photo?.viewpointId && photo.viewpointId === file.viewpointId;
    if (place.fileId !== file.id && !isOfViewpoint) return [];
    const from = { width: null, height: null, ...photo, id: place.fileId };
    return [{ id: pin.id, pin, at: placeOn(from, place, file), seconds: place.seconds ?? 0 }];
  });

/** The file whose pins are listed; in a comparison, the later one. */
export function fileOf({ mode, comparison, photos, cursor, collection }: ViewerState) {
  const pair = mode === 'compare' && comparison ? shownPair(comparison, photos) : null;
  return pair ? (pair.after ?? pair.before) : cursor && itemAt(collection, cursor)?.file;
}
