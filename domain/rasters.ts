import { z } from 'zod';
import { Id, Latitude, Longitude } from './fields.ts';
import { limitText, type Units, US_SURVEY_FOOT } from './units.ts';
import { FileState } from './files.ts';

const RASTER_TYPES = [
  'orthophoto',
  'surface_model',
  'terrain_model',
  'thermal',
  'multispectral',
] as const;
export const RasterType = z.enum(RASTER_TYPES);
export type RasterType = z.infer<typeof RasterType>;

export const MAP_LAYERS = ['orthophoto', 'elevation', 'thermal', 'ndvi'] as const;
export type MapLayer = (typeof MAP_LAYERS)[number];

const LAYER_OF: Record<RasterType, MapLayer> = {
  orthophoto: 'orthophoto',
  surface_model: 'elevation',
  terrain_model: 'elevation',
  thermal: 'thermal',
  multispectral: 'ndvi',
};

export const layerOf = (type: RasterType): MapLayer => LAYER_OF[type];

export const isHeightModel = (type: RasterType): boolean => layerOf(type) === 'elevation';

/** Heights in meters or US survey feet, temperatures in degrees Celsius. */
export const ValueUnit = z.enum(['m', 'ft_us', 'celsius']);

/** Extensions of files that georeference an image: six numbers, or a coordinate system in WKT. */
export const SIDECARS = {
  worldFile: ['tfw', 'tifw', 'tiffw', 'wld', 'jgw', 'jpgw', 'jpegw', 'pgw', 'pngw'],
  projection: ['prj'],
} as const;

export const baseName = (fileName: string): string =>
  fileName.toLowerCase().replace(/\.[^.]*$/, '');

const hasEnding = (fileName: string, endings: readonly string[]): boolean =>
  endings.includes(/\.([^.]*)$/.exec(fileName.toLowerCase())?.[1] ?? '');

export const isWorldFile = (fileName: string): boolean => hasEnding(fileName, SIDECARS.worldFile);

export const isSidecar = (fileName: string): boolean =>
  isWorldFile(fileName) || hasEnding(fileName, SIDECARS.projection);

/** EPSG codes of the international and the US survey foot. They differ by 2 millionths, less than measurement error. */
const FOOT_CODES = [9002, 9003];
const METER_CODE = 9001;

/** The vertical unit if known, otherwise the coordinate system's unit; null for colors and indexes. */
export function unitOf(
  type: RasterType,
  verticalUnit: number | null,
  proj4: string | null,
): z.infer<typeof ValueUnit> | null {
  if (type === 'thermal') return 'celsius';
  if (layerOf(type) !== 'elevation') return null;
  if (verticalUnit !== null && verticalUnit !== METER_CODE)
    return FOOT_CODES.includes(verticalUnit) ? 'ft_us' : 'm';
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

/** In meters and square meters. Without a coordinate system, it isn't a map: bounds, zooms, and measures are null. */
export const Raster = z.object({
  fileId: Id,
  fileName: z.string(),
  rasterType: RasterType,
  width: z.int(),
  height: z.int(),
  epsg: z.int().nullable(),
  bounds: Bounds.nullable(),
  /** Possible position error in whole meters; null if only a few meters, or if it isn't a map. */
  uncertainty: z.int().nullable(),
  /** For web mercator tiles of 256 px; `maxZoom` is the lowest zoom with full detail. */
  minZoom: z.int().nullable(),
  maxZoom: z.int().nullable(),
  /** For values, not colors: minimum and maximum, and the 2nd and 98th percentiles. */
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  unit: ValueUnit.nullable(),
  groundSampleDistance: z.number().nullable(),
  area: z.number().nullable(),
  coverage: z.number().nullable(),
  mediaUrl: z.string(),
});
export type Raster = z.infer<typeof Raster>;

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

/**
 * How far a survey is from an earlier one where the ground hasn't changed, in meters. East and north are null if the
 * ground has no shapes to compare. `pixels` is the length in pixels of the coarser survey.
 */
export const SurveyResidual = z.object({
  east: z.number().nullable(),
  north: z.number().nullable(),
  up: z.number(),
  pixels: z.number(),
  /** Patches of unchanged ground it was measured on. */
  patches: z.int(),
});
export type SurveyResidual = z.infer<typeof SurveyResidual>;

export const SurveyPair = z.object({ fileId: Id, earlierFileId: Id });
export type SurveyPair = z.infer<typeof SurveyPair>;

/** Differences between surveys that are farther apart than this, in pixels, don't only show changes. */
export const MAX_RESIDUAL_PIXELS = 3;

/** Maps farther apart than this, or farther from their project, belong to different sites. In degrees, about 10 km. */
export const SEPARATE_SITE_DEGREES = 0.1;

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

export const SiteOrthophoto = Raster.pick({ fileId: true, mediaUrl: true }).extend({
  projectId: Id,
  day: z.string(),
  bounds: Bounds,
  minZoom: z.int(),
  maxZoom: z.int(),
});
export type SiteOrthophoto = z.infer<typeof SiteOrthophoto>;

export const uncertaintyText = (meters: number, units: Units): string =>
  `Position may be up to ${limitText(meters, units)} off`;

export const StaffRaster = z.object({
  fileId: Id,
  fileName: z.string(),
  state: FileState,
  progress: z.int().nullable(),
  /** Null if it couldn't be read; then all fields below except `reason` are null, too. */
  rasterType: RasterType.nullable(),
  possibleTypes: z.array(RasterType),
  width: z.int().nullable(),
  height: z.int().nullable(),
  epsg: z.int().nullable(),
  /** Without a position in the file or a sidecar, setting an EPSG code doesn't help. */
  hasPosition: z.boolean(),
  isMap: z.boolean(),
  uncertainty: z.int().nullable(),
  metersFromProject: z.number().nullable(),
  reason: z.string().nullable(),
  unit: ValueUnit.nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  groundSampleDistance: z.number().nullable(),
  area: z.number().nullable(),
  coverage: z.number().nullable(),
});
export type StaffRaster = z.infer<typeof StaffRaster>;

export const EpsgCode = z.int().min(1024).max(999_999);
export const RasterCorrection = z.object({
  fileId: Id,
  rasterType: RasterType.optional(),
  epsg: EpsgCode.optional(),
});
export type RasterCorrection = z.infer<typeof RasterCorrection>;

export const typesFor = (bands: number): readonly RasterType[] =>
  bands === 1 ? RASTER_TYPES : ['orthophoto', 'multispectral'];

/** The default stretch is the 2nd to 98th percentile. */
export type TileStyle = {
  stretch?: readonly [number, number];
  hillshade?: boolean;
  /** File id of an earlier surface model: shows the height difference in CHANGE_SCALE. */
  before?: string;
};

export function tileUrl(mediaUrl: string, style: TileStyle = {}): string {
  const { stretch, hillshade, before } = style;
  const parameters = new URLSearchParams();
  if (before) parameters.set('before', before);
  // Four decimals are finer than visible, and avoid exponents such as '1e-7'.
  if (stretch) parameters.set('stretch', stretch.map((end) => Number(end.toFixed(4))).join(','));
  if (hillshade) parameters.set('hillshade', '1');
  const query = parameters.toString();
  return `${mediaUrl}/tiles/{z}/{x}/{y}.webp${query && `?${query}`}`;
}

/** Default range of a height change in meters: a quarter of the larger height span (2nd to 98th percentile). */
export function changeReach(...surveys: Pick<Raster, 'low' | 'high' | 'unit'>[]): number {
  const spans = surveys.map(
    ({ low, high, unit }) => ((high ?? 0) - (low ?? 0)) * (unit === 'ft_us' ? US_SURVEY_FOOT : 1),
  );
  return Math.max(0.5, Math.round(Math.max(0, ...spans) / 4));
}
