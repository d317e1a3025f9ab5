import { z } from 'zod';
import { Id, Instant, Latitude, line, Longitude } from './fields.ts';

/** Longitude and latitude in degrees, WGS 84, as in GeoJSON (RFC 7946). */
export const MapPosition = z.tuple([Longitude, Latitude]);
export type MapPosition = z.infer<typeof MapPosition>;

const Line = z.array(MapPosition).min(2).max(500);
/** The corners of an area; the last is joined to the first. */
const Corners = z.array(MapPosition).min(3).max(500);

/** What a volume is measured above: the lowest point of the edge, a plane fitted to the edge, or a height. */
export const VolumeBase = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lowest_edge') }),
  z.object({ kind: z.literal('edge_plane') }),
  z.object({ kind: z.literal('height'), height: z.number() }),
]);
export type VolumeBase = z.infer<typeof VolumeBase>;

/** What is measured, and on which rasters: their file ids. */
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

/** Side in metres of the cells that were added up: those of the raster itself, wider for very large areas. */
const CellSize = z.number();

/** Metres, square metres and cubic metres; heights in metres above the raster's own zero, null where it has none. */
export const MeasureResult = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('distance'), length: z.number() }),
  z.object({ kind: z.literal('area'), area: z.number(), perimeter: z.number() }),
  z.object({ kind: z.literal('height'), height: z.number().nullable() }),
  z.object({
    kind: z.literal('profile'),
    length: z.number(),
    /** At equal distances along the line, 200 at most. */
    points: z.array(z.object({ distance: z.number(), height: z.number().nullable() })),
  }),
  z.object({
    kind: z.literal('volume'),
    area: z.number(),
    /** Above and below the base; net is above less below. `base` is its mean height. */
    above: z.number(),
    below: z.number(),
    net: z.number(),
    base: z.number(),
    /** The part of the area that has heights, from 0 to 1. */
    coverage: z.number(),
    cellSize: CellSize,
  }),
  z.object({
    kind: z.literal('change'),
    area: z.number(),
    /** Taken away and brought since the earlier survey; net is fill less cut. */
    cut: z.number(),
    fill: z.number(),
    net: z.number(),
    coverage: z.number(),
    cellSize: CellSize,
  }),
]);
export type MeasureResult = z.infer<typeof MeasureResult>;

/** A measure that was kept on a submission, with its result as it was then. */
export const Measurement = z.object({
  id: Id,
  submissionId: Id,
  title: z.string(),
  measure: Measure,
  result: MeasureResult,
  /** Name of the person, where the viewer may know it. */
  createdBy: z.string().nullable(),
  /** Whether the viewer may rename and delete it. */
  mayChange: z.boolean(),
  createdAt: Instant,
});
export type Measurement = z.infer<typeof Measurement>;

export const MeasurementTitle = line('Give it a title.').min(1).max(100);
