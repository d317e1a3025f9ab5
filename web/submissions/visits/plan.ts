import type { Place } from '#domain/visit.ts';

/** Size of the drawing, and what stays free at its edges. */
export const PLAN = { width: 320, height: 200, edge: 16 } as const;
/** The smallest ground that is drawn, metres: photos of one spot must not look as if they were far apart. */
const SMALLEST = 40;
const METRES_OF_DEGREE = 111_195;

/**
 * Where places lie on a plan, in the order given: north is up, metres are as long in either direction
 * (equirectangular, true for a site of some kilometres).
 */
export function onPlan<T extends Place>(places: readonly T[]): (T & { x: number; y: number })[] {
  const [first] = places;
  if (!first) return [];
  const narrowing = Math.cos((first.latitude * Math.PI) / 180);
  const metres = places.map(({ latitude, longitude }) => ({
    east: (longitude - first.longitude) * METRES_OF_DEGREE * narrowing,
    north: (latitude - first.latitude) * METRES_OF_DEGREE,
  }));
  const range = (values: number[]) => [Math.min(...values), Math.max(...values)] as const;
  const [west, east] = range(metres.map((at) => at.east));
  const [south, north] = range(metres.map((at) => at.north));
  const { width, height, edge } = PLAN;
  const scale = Math.min(
    (width - 2 * edge) / Math.max(SMALLEST, east - west),
    (height - 2 * edge) / Math.max(SMALLEST, north - south),
  );
  return places.map((place, index) => {
    const at = metres[index] ?? { east: 0, north: 0 };
    return {
      ...place,
      x: width / 2 + (at.east - (west + east) / 2) * scale,
      y: height / 2 - (at.north - (south + north) / 2) * scale,
    };
  });
}
