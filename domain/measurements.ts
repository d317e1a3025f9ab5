import { z } from 'zod';
import { Id, Instant, Latitude, line, Longitude } from './fields.ts';

/** [longitude, latitude] in degrees, WGS 84, as in GeoJSON (RFC 7946). */
export const MapPosition = z.tuple([Longitude, Latitude]);
export type MapPosition = z.infer<typeof MapPosition>;

const Line = z.array(MapPosition).min(2).max(500);

const Corners = z.array(MapPosition).min(3).max(500);

/** The base is the lowest point of the outline, a plane fitted to the outline, or a given height. */
export const VolumeBase = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lowest_edge') }),
  z.object({ kind: z.literal('edge_plane') }),
  z.object({ kind: z.literal('height'), height: z.number() }),
]);
export type VolumeBase = z.infer<typeof VolumeBase>;

export const Measure = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('distance'), line: Line }),
  z.object({ kind: z.literal('area'), corners: Corners }),
  z.object({ kind: z.literal('height'), fileId: Id, at: MapPosition }),
  z.object({ kind: z.literal('profile'), fileId: Id, line: Line }),
  z.object({ kind: z.literal('volume'), fileId: Id, corners: Corners, base: VolumeBase }),
  z.object({ kind: z.literal('change'), fileId: Id, earlierFileId: Id, corners: Corners }),
]);
export type Measure = z.infer<typeof Measure>;
export type MeasureKind = Measure['kind'];

export const MEASURE_NAMES: Record<MeasureKind, string> = {
  distance: 'Distance',
  area: 'Area',
  height: 'Height',
  profile: 'Profile',
  volume: 'Volume',
  change: 'Change',
};

/** Side length of the summed cells in meters: the raster's resolution, or more for very large areas. */
const CellSize = z.number();

/** Meters, square meters, and cubic meters. Heights are relative to the raster's zero; null where it has no data. */
export const MeasureResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('distance'), length: z.number() }),
  z.object({ kind: z.literal('area'), area: z.number(), perimeter: z.number() }),
  z.object({ kind: z.literal('height'), height: z.number().nullable() }),
  z.object({
    kind: z.literal('profile'),
    length: z.number(),
    /** Equally spaced, at most 200. */
    points: z.array(z.object({ distance: z.number(), height: z.number().nullable() })),
  }),
  z.object({
    kind: z.literal('volume'),
    area: z.number(),
    /** `net` is `above` minus `below`; `base` is the mean base height. */
    above: z.number(),
    below: z.number(),
    net: z.number(),
    base: z.number(),
    /** The highest height within the outline; missing in measurements saved before version 0.4. */
    highest: z.number().optional(),
    coverage: z.number(),
    cellSize: CellSize,
  }),
  z.object({
    kind: z.literal('change'),
    area: z.number(),
    /** Removed and added since the earlier survey; `net` is `fill` minus `cut`. */
    cut: z.number(),
    fill: z.number(),
    net: z.number(),
    coverage: z.number(),
    cellSize: CellSize,
  }),
]);
export type MeasureResult = z.infer<typeof MeasureResult>;

export const Measurement = z.object({
  id: Id,
  submissionId: Id,
  title: z.string(),
  measure: Measure,
  result: MeasureResult,
  createdBy: z.string().nullable(),
  mayChange: z.boolean(),
  createdAt: Instant,
});
export type Measurement = z.infer<typeof Measurement>;

export const MeasurementTitle = line('Enter a title.').min(1).max(100);
