import { AppError } from '#domain/errors.ts';
import { unitOf } from '#domain/rasters.ts';
import type { Context } from '#server/platform/context.ts';
import type { MadeMap } from '#server/platform/media/make-map.ts';
import { placementOf } from '#server/platform/raster/place.ts';
import { POSITIONING_VERSION } from '#server/platform/raster/register.ts';
import { rasterKey } from '#server/platform/storage/storage.ts';
import type { Derived } from './derived.ts';
import type { FileChanges, FileToProcess } from './queries.ts';
import type { MapFacts, RasterHints } from './rasters/queries.ts';
import { orPreviewError } from './or-preview-error.ts';
import { storePictures } from './store-pictures.ts';
import { inRunFolder } from './work-folder.ts';

type Needs = Pick<Context, 'storage' | 'config' | 'log' | 'decoder'>;

export type RasterWork = {
  path: string;
  signal: AbortSignal;
  onPercent: (percent: number) => void;
  hints: RasterHints;
  sizeOf: (ctx: Needs, path: string) => Promise<FileChanges>;
};

/** A raster that can't be placed on the map or has no values is shown as a picture; `rasters` stores the reason. */
export const deriveRaster = (
  ctx: Needs,
  file: FileToProcess,
  { path, signal, onPercent, hints, sizeOf }: RasterWork,
): Promise<Derived> =>
  inRunFolder(ctx, file.id, async (folder) => {
    let map: MapFacts | undefined;
    const seen = await orPreviewError(async () => {
      const made = await withSidecars(ctx, hints, (beside) =>
        ctx.decoder.makeMap(
          {
            path,
            folder,
            fileName: file.fileName,
            bytes: file.fileSize,
            rasterType: hints.rasterType,
            epsg: hints.epsg,
            ...beside,
          },
          { signal, onPercent: (percent) => onPercent(Math.floor(percent)) },
        ),
      );
      for (const each of made.parts)
        await ctx.storage.moveIn(each.path, rasterKey(file.id, each.part));
      map = factsOf(made, hints);
      return storePictures(ctx, file, made.sizes);
    });
    return map
      ? { ...seen, kind: 'raster', part: null, map }
      : { ...seen, ...(await sizeOf(ctx, path)) };
  });

type Sidecars = { worldFile: string | null; projection: string | null };

async function withSidecars<T>(
  { storage }: Needs,
  { worldFile, projection }: Sidecars,
  work: (local: Sidecars) => Promise<T>,
): Promise<T> {
  const local = async <R>(key: string | null, then: (path: string | null) => Promise<R>) =>
    key === null ? then(null) : storage.withLocalFile(key, then);
  return local(worldFile, (world) =>
    local(projection, (prj) => work({ worldFile: world, projection: prj })),
  );
}

const NO_VALUES = 'This raster has no values: every pixel is marked as empty.';

function factsOf(made: MadeMap, hints: RasterHints): MapFacts {
  const { width, height, levels, hasMask, statistics, rasterType, bands, verticalUnit } = made;
  const isValues = made.parts.some(({ part }) => part === 'values');
  return {
    rasterType,
    typeSource: hints.rasterType === rasterType ? 'staff' : 'file',
    width,
    height,
    bands,
    levelSizes: levels.flat(),
    hasMask,
    validShare: made.validShare,
    verticalUnit,
    // Lower than any value, because only NaN means "no data" in our pyramids.
    valueFloor: isValues ? -3.4e38 : null,
    unit: unitOf(rasterType, verticalUnit, made.system?.proj4 ?? null),
    affine: made.affine ? [...made.affine] : null,
    placedWith: POSITIONING_VERSION,
    minimum: statistics?.minimum ?? null,
    maximum: statistics?.maximum ?? null,
    low: statistics?.low ?? null,
    high: statistics?.high ?? null,
    ...placeFacts(made, isValues && !statistics ? NO_VALUES : made.reason),
  };
}

type PlaceFacts = Pick<
  MadeMap,
  'system' | 'systemSource' | 'affine' | 'width' | 'height' | 'validShare'
>;

/** If `reason` is null and the coordinates are invalid, `unplacedReason` says why. */
function placeFacts(made: PlaceFacts, reason: string | null): Partial<MapFacts> {
  const { system, systemSource, affine } = made;
  if (reason !== null || !system || !affine)
    return {
      ...UNPLACED,
      epsg: system?.epsg ?? null,
      crsSource: systemSource,
      unplacedReason: reason,
    };
  try {
    const { bounds, ...placed } = placementOf(system, affine, made);
    return {
      ...bounds,
      ...placed,
      coverage: made.validShare,
      epsg: system.epsg,
      proj4: system.proj4,
      uncertainty: system.uncertainty,
      crsSource: systemSource,
      unplacedReason: null,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      ...UNPLACED,
      epsg: system.epsg,
      crsSource: systemSource,
      unplacedReason: error.message,
    };
  }
}

const UNPLACED = {
  proj4: null,
  uncertainty: null,
  west: null,
  south: null,
  east: null,
  north: null,
  minZoom: null,
  maxZoom: null,
  groundSampleDistance: null,
  area: null,
  coverage: null,
} as const;
