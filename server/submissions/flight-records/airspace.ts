import { z } from 'zod';
import { AIRSPACE_CLASSES } from '#domain/flight-records.ts';
import type { Config } from '#server/config.ts';
import { askService, type FlightPlace } from './ask-service.ts';

/** ArcGIS REST API, feature layer query; fields of the FAA's UAS facility map. `CEILING`: feet above ground. */
const Cells = z.object({
  features: z.array(
    z.object({
      attributes: z.object({
        CEILING: z.int().min(0).max(60_000),
        AIRSPACE_1: z.enum(AIRSPACE_CLASSES).nullish().catch(null),
      }),
    }),
  ),
});

/** Null outside the map, which covers only controlled airspace. On the border of two cells, the lower ceiling. */
export async function findAirspace(
  config: Pick<Config, 'webhooks'>,
  layerUrl: string,
  { latitude, longitude }: FlightPlace,
) {
  const query = new URLSearchParams({
    f: 'json',
    geometry: `${longitude},${latitude}`,
    geometryType: 'esriGeometryPoint',
    inSR: '4326',
    spatialRel: 'esriSpatialRelIntersects',
    outFields: '*',
    returnGeometry: 'false',
  });
  const found = await askService(config, `${layerUrl}/query?${query.toString()}`, Cells);
  const cells = found?.features.map(({ attributes }) => attributes) ?? [];
  const [lowest] = cells.toSorted((a, b) => a.CEILING - b.CEILING);
  return lowest && { airspaceCeiling: lowest.CEILING, airspaceClass: lowest.AIRSPACE_1 ?? null };
}
