import { z } from 'zod';
import { Id, Latitude, Longitude } from './fields.ts';
import { limitText, type Units, US_SURVEY_FOOT } from './units.ts';
import { FileState } from './files.ts';

/** What the cells of a raster say. */
const RASTER_TYPES = [
  'orthophoto',
  'surface_model',
  'terrain_model',
  'thermal',
  'multispectral',
] as const;
export const RasterType = z.enum(RASTER_TYPES);
export type RasterType = z.infer<typeof RasterType>;

/** The layers of a map, in the order that they are offered. */
export const MAP_LAYERS = ['orthophoto', 'elevation', 'thermal', 'ndvi'] as const;
export type MapLayer = (typeof MAP_LAYERS)[number];

const LAYER_OF: Record<RasterType, MapLayer> = {
  orthophoto: 'orthophoto',
  surface_model: 'elevation',
  terrain_model: 'elevation',
  thermal: 'thermal',
  multispectral: 'ndvi',
};

/** The layer that a raster is shown as. */
export const layerOf = (type: RasterType): MapLayer => LAYER_OF[type];

export const isHeights = (type: RasterType): boolean => layerOf(type) === 'elevation';

/** Unit of the values: heights in metres or US survey feet, temperatures in degrees Celsius. */
export const ValueUnit = z.enum(['m', 'ft_us', 'celsius']);

/** Endings of the files beside a picture that say where it lies: six numbers, and a coordinate system in words. */
export const SIDECARS = {
  worldFile: ['tfw', 'tifw', 'tiffw', 'wld', 'jgw', 'jpgw', 'jpegw', 'pgw', 'pngw'],
  projection: ['prj'],
} as const;

/** What a file and the files beside it have in common, in small letters: its name without the ending. */
export const baseName = (fileName: string): string =>
  fileName.toLowerCase().replace(/\.[^.]*$/, '');

const hasEnding = (fileName: string, endings: readonly string[]): boolean =>
  endings.includes(/\.([^.]*)$/.exec(fileName.toLowerCase())?.[1] ?? '');

/** Whether a file of that name says where the pixels of the picture next to it are. */
export const isWorldFile = (fileName: string): boolean => hasEnding(fileName, SIDECARS.worldFile);

/** Whether a file of that name says where the picture next to it is. */
export const isSidecar = (fileName: string): boolean =>
  isWorldFile(fileName) || hasEnding(fileName, SIDECARS.projection);

/** International and US survey feet, codes of EPSG for a unit. They differ by 2 millionths: less than is measured. */
const FEET = [9002, 9003];
const METERS = 9001;

/**
 * The unit of the values of a raster: of heights the one that the file names, else that of its coordinate
 * system; null for colors and an index.
 */
export function unitOf(
  type: RasterType,
  verticalUnit: number | null,
  proj4: string | null,
): z.infer<typeof ValueUnit> | null {
  if (type === 'thermal') return 'celsius';
  if (layerOf(type) !== 'elevation') return null;
  if (verticalUnit !== null && verticalUnit !== METERS)
    return FEET.includes(verticalUnit) ? 'ft_us' : 'm';
  const isFeet = /\+to_meter=0\.3048|\+units=(?:us-)?ft\b|UNIT\["(?:us.survey.)?f(?:oo|ee)t/i.test(
    proj4 ?? '',
  );
  return verticalUnit === null && isFeet ? 'ft_us' : 'm';
}

/** Degrees, WGS 84. */
export const Bounds = z.object({
  west: Longitude,
  south: Latitude,
  east: Longitude,
  north: Latitude,
});
export type Bounds = z.infer<typeof Bounds>;

/**
 * A raster that has been read. Without a coordinate reference system it is a picture and no map: bounds, zooms
 * and figures are null. Ground sample distance in metres, area in square metres, coverage from 0 to 1.
 */
export const Raster = z.object({
  fileId: Id,
  fileName: z.string(),
  rasterType: RasterType,
  width: z.int(),
  height: z.int(),
  epsg: z.int().nullable(),
  bounds: Bounds.nullable(),
  /** How far the map may be off, whole meters; null up to a few meters, or where it is no map. */
  uncertainty: z.int().nullable(),
  /** Of the web mercator tiles of 256 pixels; the largest is the first that loses nothing. */
  minZoom: z.int().nullable(),
  maxZoom: z.int().nullable(),
  /** Of values, not of colors: all of them, and the 2nd and 98th percentile. */
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  unit: ValueUnit.nullable(),
  groundSampleDistance: z.number().nullable(),
  area: z.number().nullable(),
  coverage: z.number().nullable(),
  /** Tiles are at `tileUrl` of this, see below. */
  mediaUrl: z.string(),
});
export type Raster = z.infer<typeof Raster>;

/** The weeks of a project that have maps, newest first. */
export const ProjectMaps = z.object({
  weeks: z.array(
    z.object({
      submissionId: Id,
      title: z.string(),
      recordedDate: z.string().nullable(),
      rasters: z.array(Raster),
    }),
  ),
});
export type ProjectMaps = z.infer<typeof ProjectMaps>;

/** Maps this far apart, or this far from their project, are of different sites. Degrees: about 10 km. */
export const APART_DEGREES = 0.1;

/** Bounds around all of these; null if there are none. */
export function boundsAround([first, ...rest]: readonly Bounds[]): Bounds | null {
  if (!first) return null;
  return rest.reduce(
    (all, one) => ({
      west: Math.min(all.west, one.west),
      south: Math.min(all.south, one.south),
      east: Math.max(all.east, one.east),
      north: Math.max(all.north, one.north),
    }),
    first,
  );
}

/** An orthophoto of the project's newest week that has any. */
export const SiteOrthophoto = Raster.pick({ fileId: true, mediaUrl: true }).extend({
  projectId: Id,
  /** Of its week, yyyy-mm-dd. */
  day: z.string(),
  bounds: Bounds,
  minZoom: z.int(),
  maxZoom: z.int(),
});
export type SiteOrthophoto = z.infer<typeof SiteOrthophoto>;

/** A map's possible position error, for people viewing it: 'Position may be up to 33 ft off'. */
export const uncertaintyText = (meters: number, units: Units): string =>
  `Position may be up to ${limitText(meters, units)} off`;

/** What staff see of a raster in a submission: also of one that is being read, or is no map. */
export const StaffRaster = z.object({
  fileId: Id,
  fileName: z.string(),
  state: FileState,
  /** Percent, while it is being read. */
  progress: z.int().nullable(),
  /** Null of what could not be read as a raster, as is all that follows but the reason. */
  rasterType: RasterType.nullable(),
  /** What it can be, by its bands. */
  possibleTypes: z.array(RasterType),
  width: z.int().nullable(),
  height: z.int().nullable(),
  epsg: z.int().nullable(),
  /** Whether the file, or one beside it, says where its pixels are: else no EPSG code helps. */
  hasPosition: z.boolean(),
  isMap: z.boolean(),
  /** As of Raster. */
  uncertainty: z.int().nullable(),
  /** Metres from the project to the nearest part of the map; null where either place is not known. */
  metresFromProject: z.number().nullable(),
  /** Why it is no map, in words. */
  reason: z.string().nullable(),
  unit: ValueUnit.nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  groundSampleDistance: z.number().nullable(),
  area: z.number().nullable(),
  coverage: z.number().nullable(),
});
export type StaffRaster = z.infer<typeof StaffRaster>;

/** Codes of the EPSG register for coordinate systems. */
export const EpsgCode = z.int().min(1024).max(999_999);
export const RasterCorrection = z.object({
  fileId: Id,
  rasterType: RasterType.optional(),
  epsg: EpsgCode.optional(),
});
export type RasterCorrection = z.infer<typeof RasterCorrection>;

/** The kinds that a raster of so many bands, not counting transparency, can be. */
export const typesFor = (bands: number): readonly RasterType[] =>
  bands === 1 ? RASTER_TYPES : ['orthophoto', 'multispectral'];

/** How values become colors, see color-scales.ts. Without a stretch from the 2nd to the 98th percentile. */
export type TileStyle = {
  /** Lower and upper end of the color scale, in the unit of the raster. */
  stretch?: readonly [number, number];
  hillshade?: boolean;
  /**
   * File id of an earlier surface model of the same project: what has changed since, in metres, in the
   * colors of CHANGE_SCALE, from -`changeReach` to `changeReach` without a stretch.
   */
  before?: string;
};

/** Template of the addresses of the tiles of a raster, with {z}, {x} and {y} as of XYZ tiles. */
export function tileUrl(mediaUrl: string, style: TileStyle = {}): string {
  const { stretch, hillshade, before } = style;
  const asked = new URLSearchParams();
  if (before) asked.set('before', before);
  // Finer than anybody sees, and never as '1e-7'.
  if (stretch) asked.set('stretch', stretch.map((end) => Number(end.toFixed(4))).join(','));
  if (hillshade) asked.set('hillshade', '1');
  const query = asked.toString();
  return `${mediaUrl}/tiles/{z}/{x}/{y}.webp${query && `?${query}`}`;
}

/**
 * How far the colors of a change reach by default, metres either way: a quarter of the heights that most of
 * either survey lies within, a whole number or 0.5.
 */
export function changeReach(...surveys: Pick<Raster, 'low' | 'high' | 'unit'>[]): number {
  const spans = surveys.map(
    ({ low, high, unit }) => ((high ?? 0) - (low ?? 0)) * (unit === 'ft_us' ? US_SURVEY_FOOT : 1),
  );
  return Math.max(0.5, Math.round(Math.max(0, ...spans) / 4));
}
