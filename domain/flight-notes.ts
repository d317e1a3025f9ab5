/** `GPS(longitude, latitude, altitude)`; a Matrice writes the latitude first, and the altitude with an M. */
const GPS = /\bGPS ?\((-?\d+(?:\.\d+)?), ?(-?\d+(?:\.\d+)?), ?-?\d+(?:\.\d+)?(M?)\)/;
/** Older drones misspell it. */
const LONGITUDE = 'longt?itude';

/** A number that a drone wrote under a name. */
export function notedNumber(words: string, name: string): number | null {
  const found = new RegExp(`\\b${name} ?: ?(-?\\d+(?:\\.\\d+)?)`).exec(words);
  return found ? Number(found[1]) : null;
}

/** Where a drone was, degrees, by what it noted beside its film (SRT); without a fix it writes zeros. */
export function notedPlace(words: string): {
  latitude: number | null;
  longitude: number | null;
} {
  const [found, first, second, metre] = GPS.exec(words) ?? [];
  if (!found) {
    return {
      latitude: notedNumber(words, 'latitude'),
      longitude: notedNumber(words, LONGITUDE),
    };
  }
  const [longitude, latitude] = metre ? [second, first] : [first, second];
  return { latitude: Number(latitude), longitude: Number(longitude) };
}
