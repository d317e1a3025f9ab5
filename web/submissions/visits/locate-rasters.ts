import { MOST_POSITIONS, type RasterPosition } from '#domain/raster-place.ts';
import type { Place } from '#domain/visit.ts';
import { client } from '#web/lib/api.ts';

/** The places of rasters by their paths, as far as they can be known. Only what their headers say is sent. */
export async function locateRasters(
  rasters: readonly [path: string, RasterPosition][],
): Promise<Map<string, Place>> {
  const found = new Map<string, Place>();
  try {
    for (let at = 0; at < rasters.length; at += MOST_POSITIONS) {
      const some = rasters.slice(at, at + MOST_POSITIONS);
      const { places } = await client.visits.locate({ rasters: some.map(([, raster]) => raster) });
      for (const [index, [path]] of some.entries()) {
        const place = places[index];
        if (place) found.set(path, place);
      }
    }
  } catch {
    // The connection is away: the rest is not known.
  }
  return found;
}
