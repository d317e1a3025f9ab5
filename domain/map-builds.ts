import { z } from 'zod';
import { Id, Instant, Latitude, line, Longitude } from './fields.ts';

/** The address of a server with the NodeODM API. Engines are often on a private network, without HTTPS. */
const EngineUrl = z
  .url({ protocol: /^https?$/, error: 'Enter an address that starts with http:// or https://.' })
  .max(500)
  .transform((url) => url.replace(/\/+$/, ''));

export const EngineInput = z.object({
  name: line('Enter a name.').min(1, 'Enter a name.').max(100),
  url: EngineUrl,
  /** Omit it to keep the current one. */
  token: z.string().max(500).nullable().optional(),
});
export type EngineInput = z.output<typeof EngineInput>;

export const Engine = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  hasToken: z.boolean(),
  /** Set by ENGINE_URL; can't be changed in the browser. */
  isFromServer: z.boolean(),
});
export type Engine = z.infer<typeof Engine>;

/** What an engine says of itself; `maxImages` is null without a limit, memory in bytes. */
export const EngineState = z.object({
  engine: z.string(),
  version: z.string(),
  queued: z.int(),
  maxImages: z.int().nullable(),
  memory: z.number().nullable(),
  options: z.array(
    z.object({ name: z.string(), type: z.string(), value: z.string(), help: z.string() }),
  ),
});
export type EngineState = z.infer<typeof EngineState>;

export const MAP_PRESETS = ['fast', 'standard', 'detailed'] as const;
const OptionValue = z.union([z.string().max(2000), z.number(), z.boolean()]);
export type EngineOptions = Record<string, z.infer<typeof OptionValue>>;

/** `options` override those of the preset; an engine ignores options it doesn't know. */
export const MapBuildInput = z.object({
  submissionId: Id,
  engineId: Id,
  preset: z.enum(MAP_PRESETS).default('standard'),
  withSurface: z.boolean().default(true),
  options: z.record(z.string().regex(/^[a-z0-9-]{1,60}$/), OptionValue).default({}),
});
export type MapBuildInput = z.output<typeof MapBuildInput>;

export const MAP_BUILD_STATES = [
  'sending',
  'building',
  'fetching',
  'done',
  'failed',
  'canceled',
] as const;
export type MapBuildState = (typeof MAP_BUILD_STATES)[number];
export const isActiveBuild = (state: MapBuildState): boolean =>
  state === 'sending' || state === 'building' || state === 'fetching';

export const MapBuild = z.object({
  id: Id,
  submissionId: Id,
  engineId: Id,
  engineName: z.string(),
  engineVersion: z.string().nullable(),
  preset: z.enum(MAP_PRESETS),
  withSurface: z.boolean(),
  /** Only those that differ from the preset's. */
  options: z.record(z.string(), OptionValue),
  state: z.enum(MAP_BUILD_STATES),
  /** Of the current state, in percent; null if unknown. */
  progress: z.number().nullable(),
  photoCount: z.int(),
  lastLine: z.string().nullable(),
  /** Why it failed, or why it is waiting. */
  problem: z.string().nullable(),
  /** Since when the engine hasn't answered; null if it has. */
  unreachableSince: Instant.nullable(),
  /** The files that the submission received. */
  results: z.array(z.object({ fileId: Id, name: z.string() })),
  /** The earlier surface model that the engine aligned the map to. */
  referenceFileId: Id.nullable(),
  createdBy: z.string().nullable(),
  createdAt: Instant,
  finishedAt: Instant.nullable(),
});
export type MapBuild = z.infer<typeof MapBuild>;

/** See `estimateMap`. Lengths in meters; overlaps are fractions, null if unknown. */
export const MapEstimate = z.object({
  photos: z.int(),
  usable: z.int(),
  forwardOverlap: z.number().nullable(),
  sideOverlap: z.number().nullable(),
  isolated: z.int(),
  gaps: z.array(z.tuple([Longitude, Latitude])),
  gapSize: z.number(),
  groundSampleDistance: z.number().nullable(),
  area: z.number(),
  memoryGigabytes: z.int(),
  megapixels: z.number(),
  verdict: z.enum(['good', 'risky', 'hopeless']),
  bytes: z.int(),
  /** Title of the submission whose surface model the map will be aligned to. */
  reference: z.string().nullable(),
});
export type MapEstimate = z.infer<typeof MapEstimate>;

const PRESET_OPTIONS: Record<(typeof MAP_PRESETS)[number], EngineOptions> = {
  fast: { 'fast-orthophoto': true, 'orthophoto-resolution': 5 },
  standard: { 'pc-quality': 'medium', 'orthophoto-resolution': 3, 'dem-resolution': 6 },
  detailed: { 'pc-quality': 'high', 'orthophoto-resolution': 1.5, 'dem-resolution': 3 },
};

/** From fast to slow computers; engines report only their progress, in steps of unequal length. */
export const MINUTES_PER_MEGAPIXEL: Record<
  (typeof MAP_PRESETS)[number],
  readonly [number, number]
> = {
  fast: [0.01, 0.03],
  standard: [0.025, 0.1],
  detailed: [0.07, 0.3],
};

type Chosen = Pick<MapBuildInput, 'preset' | 'withSurface' | 'options'>;

/** Resolutions are in centimeters per pixel, as in ODM. Surfaces need the dense point cloud that Fast leaves out. */
export const optionsOf = ({ preset, withSurface, options }: Chosen): EngineOptions => ({
  'auto-boundary': true,
  cog: true,
  ...PRESET_OPTIONS[preset],
  ...(withSurface && preset !== 'fast' && { dsm: true, dtm: true }),
  ...options,
});

/** The inverse of `optionsOf`. */
export function chosenOptions(preset: MapBuildInput['preset'], sent: EngineOptions): Chosen {
  const withSurface = sent['dsm'] === true;
  const usual = optionsOf({ preset, withSurface, options: {} });
  const options = Object.entries(sent).filter(([name, value]) => usual[name] !== value);
  return { preset, withSurface, options: Object.fromEntries(options) };
}

export const SURFACE_NAME = 'Surface model (DSM).tif';

/** The files taken from an engine's archive, and their names in the submission. */
export const MAP_RESULTS = [
  { path: 'odm_orthophoto/odm_orthophoto.tif', name: 'Orthophoto.tif' },
  { path: 'odm_dem/dsm.tif', name: SURFACE_NAME },
  { path: 'odm_dem/dtm.tif', name: 'Terrain model (DTM).tif' },
  { path: 'odm_report/report.pdf', name: 'Map report.pdf' },
  { path: 'odm_report/shots.geojson', name: 'Camera positions.geojson' },
  { path: 'odm_georeferencing/odm_georeferenced_model.laz', name: 'Point cloud.laz' },
  { path: 'odm_texturing/odm_textured_model_geo.glb', name: 'Model.glb' },
] as const;
