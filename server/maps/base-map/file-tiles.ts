import { type FileHandle, open } from 'node:fs/promises';
import type { FastifyPluginAsync } from 'fastify';
import { PMTiles, type RangeResponse, type Source } from 'pmtiles';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { derived } from '#server/platform/derived.ts';

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

class DiskSource implements Source {
  readonly #path: string;
  #file: Promise<FileHandle> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  getKey(): string {
    return this.#path;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const file = await (this.#file ??= open(this.#path));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return { data: new Uint8Array(buffer.subarray(0, bytesRead)).buffer };
  }

  async close(): Promise<void> {
    await (await this.#file)?.close();
  }
}

/** Serves tiles of a base map from a PMTiles file on disk (https://github.com/protomaps/PMTiles). */
export const ownTilesPlugin =
  ({ config }: Pick<Context, 'config'>): FastifyPluginAsync =>
  async (app) => {
    const opened = derived(
      () => config.baseMap.file,
      (file) => {
        const source = file && new DiskSource(file.path);
        return source && { source, tiles: new PMTiles(source), contentType: file.contentType };
      },
    );
    app.addHook('onClose', () => opened()?.source.close());
    app.get('/base-map/:z/:x/:y', async (request, reply) => {
      const params = Params.safeParse(request.params);
      const file = opened();
      if (!file || !params.success) throw new AppError('NOT_FOUND');
      const { z: zoom, x, y } = params.data;
      if (x >= 2 ** zoom || y >= 2 ** zoom) throw new AppError('NOT_FOUND');
      const tile = await file.tiles.getZxy(zoom, x, y);
      return reply
        .type(tile ? file.contentType : 'image/png')
        .header('cache-control', `public, max-age=${DAY_SECONDS}`)
        .send(tile ? Buffer.from(tile.data) : EMPTY_TILE);
    });
  };
