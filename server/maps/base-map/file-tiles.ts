import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import { Preview } from '#domain/base-map.ts';
import type { Context } from '#server/platform/context.ts';
import { derived } from '#server/platform/derived.ts';
import { openTiles, shownBaseMap } from './service.ts';
import { PICTURE_TYPES } from './tile-types.ts';

const Params = z.object({
  z: z.coerce.number().int().min(0).max(24),
  x: z.coerce.number().int().min(0),
  y: z.coerce.number().int().min(0),
});

const DAY_SECONDS = 86_400;

/** A PNG with one transparent pixel, sent for missing tiles so that the outlines below stay visible. */
const EMPTY_TILE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** Serves tiles of a base map from a PMTiles file. */
export const ownTilesPlugin =
  ({ config }: Pick<Context, 'config'>): FastifyPluginAsync =>
  async (app) => {
    const saved = derived(
      () => config.baseMap.file,
      (file) => file && openTiles(file),
    );
    app.get('/base-map/:z/:x/:y', async (request, reply) => {
      const params = Params.safeParse(request.params);
      const { preview } = Preview.parse(request.query);
      const { file } = shownBaseMap(config, preview);
      const tiles = preview === undefined ? saved() : file && openTiles(file);
      if (!tiles || !params.success) throw new AppError('NOT_FOUND');
      const { z: zoom, x, y } = params.data;
      if (x >= 2 ** zoom || y >= 2 ** zoom) throw new AppError('NOT_FOUND');
      const tile = await tiles.getZxy(zoom, x, y);
      const { tileType } = await tiles.getHeader();
      return reply
        .type((tile && PICTURE_TYPES[tileType]) ?? 'image/png')
        .header('cache-control', `public, max-age=${DAY_SECONDS}`)
        .send(tile ? Buffer.from(tile.data) : EMPTY_TILE);
    });
  };
