import { LRUCache } from 'lru-cache';
import { AppError } from '#domain/errors.ts';
import { changeReach, isHeightModel } from '#domain/rasters.ts';
import type { Context } from '#server/platform/context.ts';
import { hashBytes } from '#server/platform/crypto.ts';
import { createWorkQueue } from '#server/platform/limit/work-queues.ts';
import { loadRaster, type FoundRaster } from './load-raster.ts';
import { findRasters } from './queries.ts';
import { tilesVersion } from './present.ts';
import { roundedStretch, type TileRequest } from './tile-request.ts';

const MIB = 1024 ** 2;
const MAX_MEMORY = 64 * MIB;
const ENTRY_BYTES = 500;
const MAX_CONCURRENT = 2;
const MAX_WAITING = 400;
const ROW_TTL_MS = 10_000;
const MAX_ROWS = 500;

export type Tile = { bytes: Buffer; etag: string };

/**
 * The caller has checked access. `version` is the tilesVersion in the URL. Throws FILE_NOT_FOUND, MAP_WITHOUT_PLACE,
 * MAPS_OF_TWO_PROJECTS, MAP_WITHOUT_HEIGHTS or TOO_BUSY.
 */
export type Tiles = (
  raster: { fileId: string; version: number },
  request: TileRequest,
) => Promise<Tile>;

type Needs = Pick<Context, 'db' | 'mapCache'>;
type Job = { row: FoundRaster; before: FoundRaster | null; request: TileRequest; name: string };

/** Draws tiles on demand and caches them in memory. Tiles with the default style are also stored on disk. */
export function createTiles(ctx: Needs): Tiles {
  const lanes = createWorkQueue(MAX_CONCURRENT, MAX_WAITING);
  const rows = new LRUCache<string, FoundRaster>({
    max: MAX_ROWS,
    ttl: ROW_TTL_MS,
    fetchMethod: async (fileId) =>
      (await ctx.db.as({ kind: 'system' }, (tx) => findRasters(tx, [fileId])))[0],
  });
  const tiles = new LRUCache<string, Tile, Job>({
    maxSize: MAX_MEMORY,
    sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES,
    fetchMethod: (_key, _stale, { context }) => load(context),
  });

  async function load({ row, before, request, name }: Job): Promise<Tile> {
    const isKept = !before && request.stretch === null;
    const kept = isKept ? await ctx.mapCache.read(row.fileId, name) : null;
    const bytes = kept ?? (await lanes(() => draw(ctx, row, before, request)));
    if (isKept && !kept && bytes) await ctx.mapCache.write(row.fileId, name, bytes);
    const sent = bytes ?? (await (await loadRenderer()).emptyTile());
    return { bytes: sent, etag: `"${hashBytes(sent)}"` };
  }

  async function rowOf(fileId: string): Promise<FoundRaster> {
    const row = await rows.fetch(fileId);
    if (!row) throw new AppError('FILE_NOT_FOUND');
    return row;
  }

  return async ({ fileId, version }, wanted) => {
    const known = rows.get(fileId);
    // Browsers cache tiles forever, so a new URL must never return a tile of an old version.
    if (known && tilesVersion(known) < version) rows.delete(fileId);
    const row = rows.get(fileId) ?? (await rowOf(fileId));
    const before = wanted.earlierFileId === null ? null : await rowOf(wanted.earlierFileId);
    const request = normalizedRequest(wanted, row, before);
    const name = nameOf(row, before, request);
    const key = `${fileId}/${name}`;
    const tile =
      tiles.get(key) ?? (await tiles.fetch(key, { context: { row, before, request, name } }));
    if (!tile) throw new AppError('FILE_NOT_FOUND');
    return tile;
  };
}

/** Removes styles that have no effect on these rasters, so that such requests share one tile. */
function normalizedRequest(
  wanted: TileRequest,
  row: FoundRaster,
  before: FoundRaster | null,
): TileRequest {
  const { rasterType } = row;
  if (before) {
    if (before.projectId !== row.projectId) throw new AppError('MAPS_OF_TWO_PROJECTS');
    if (!isHeightModel(rasterType) || !isHeightModel(before.rasterType))
      throw new AppError('MAP_WITHOUT_HEIGHTS');
    const reach = changeReach(row, before);
    const stretch = wanted.stretch ?? ([-reach, reach] as const);
    return {
      ...wanted,
      hillshade: false,
      stretch: roundedStretch(stretch, { minimum: -4 * reach, maximum: 4 * reach }),
    };
  }
  const range = { minimum: row.minimum ?? 0, maximum: row.maximum ?? 1 };
  const isColored = rasterType !== 'orthophoto';
  const stretch = isColored && wanted.stretch ? roundedStretch(wanted.stretch, range) : null;
  return { ...wanted, stretch, hillshade: wanted.hillshade && isHeightModel(rasterType) };
}

function nameOf(row: FoundRaster, before: FoundRaster | null, request: TileRequest): string {
  const { tile, stretch, hillshade } = request;
  const beforeSuffix = before ? `-${before.fileId}.${tilesVersion(before)}` : '';
  const style = `${hillshade ? '-shade' : ''}${stretch ? `-${stretch.join('-')}` : ''}${beforeSuffix}`;
  return `${tilesVersion(row)}${style}/${tile.z}/${tile.x}-${tile.y}.webp`;
}

/** sharp and proj4 take 20 MB of memory, so they're loaded only with the first tile. */
const loadRenderer = () => import('#server/platform/raster/tile.ts');

async function draw(
  ctx: Needs,
  row: FoundRaster,
  before: FoundRaster | null,
  { tile, stretch, hillshade }: TileRequest,
) {
  const { renderChange, renderTile } = await loadRenderer();
  const raster = await loadRaster(ctx, row);
  if (!before || !stretch) return renderTile(raster, tile, { stretch, hillshade });
  return renderChange(raster, await loadRaster(ctx, before), tile, stretch);
}
