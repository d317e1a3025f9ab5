import { TileType } from 'pmtiles';

/** Media types of tiles that browsers show as pictures. */
export const PICTURE_TYPES: Partial<Record<TileType, string>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
};

export const VECTOR_TILES =
  "has vector tiles, which Overfly can't show. Use PNG, JPEG or WebP tiles";
