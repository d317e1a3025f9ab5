import type { Place } from '#domain/visit.ts';
import { latin1 } from './movie-boxes.ts';
import { placeAt } from './read-track.ts';

/** Key, type, size and count of a value (GPMF: https://github.com/gopro/gpmf-parser). */
const HEAD = 8;
const DEGREE = 4;
/**
 * Values that begin with latitude and longitude, after so many others of four bytes: of cameras up to HERO 10 and since
 * HERO 11, and of the drone Karma, whose begin with a time.
 */
const POSITIONS = { GPS5: 0, GPS9: 0, GLPI: 1 };

/**
 * Where a sample of GoPro's measurements says that the camera was. Null without a fix, and for a sample of anything else.
 */
export function goProPlace(sample: DataView): Place | null {
  const text = latin1(sample);
  for (const [key, before] of Object.entries(POSITIONS)) {
    const at = text.indexOf(key);
    const scale = text.lastIndexOf('SCAL', at);
    const from = HEAD + before * DEGREE;
    if (at < 0 || scale < 0 || at + from + 2 * DEGREE > sample.byteLength) continue;
    const fix = text.lastIndexOf('GPSF', at);
    if (fix >= 0 && sample.getUint32(fix + HEAD) === 0) continue;
    const degrees = (index: number) =>
      sample.getInt32(at + from + index * DEGREE) / sample.getInt32(scale + from + index * DEGREE);
    const place = placeAt(degrees(0), degrees(1));
    if (place) return place;
  }
  return null;
}
