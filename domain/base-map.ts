import { z } from 'zod';

/** Web mercator tiles by the addresses of an XYZ server. `size` is the edge of a tile, CSS px. */
const Tiles = z.object({
  kind: z.literal('tiles'),
  /** With {z}, {x} and {y}. */
  url: z.string(),
  size: z.union([z.literal(256), z.literal(512)]),
  maxZoom: z.int(),
  /** HTML of the operator's own, or of the maker of the tiles. */
  attribution: z.string(),
});

/** What lies under a map: tiles, pictures of Mapbox, for which a token is needed, or outlines of our own. */
export const BaseMap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built_in') }),
  z.object({ kind: z.literal('mapbox') }),
  Tiles,
]);
export type BaseMap = z.infer<typeof BaseMap>;

/** A base map, and the token for it when it needs one. */
export const MapToken = z.object({ token: z.string().nullable(), baseMap: BaseMap });
export type MapToken = z.infer<typeof MapToken>;

/** A base map that can be drawn as it stands. */
export type DrawableBaseMap =
  | Extract<BaseMap, { kind: 'built_in' }>
  | (z.infer<typeof Tiles> & { isMapbox?: true });

const MAPBOX = 'https://api.mapbox.com';
const link = (href: string, text: string) =>
  `<a href="${href}" target="_blank" rel="noopener">${text}</a>`;

/**
 * The satellite-streets pictures of Mapbox. Wordmark and attribution as
 * https://docs.mapbox.com/help/dive-deeper/attribution/ asks for them.
 */
const mapboxTiles = (token: string): DrawableBaseMap => ({
  kind: 'tiles',
  isMapbox: true,
  url: `${MAPBOX}/styles/v1/mapbox/satellite-streets-v12/tiles/512/{z}/{x}/{y}@2x?access_token=${encodeURIComponent(token)}`,
  size: 512,
  maxZoom: 21,
  attribution: [
    link('https://www.mapbox.com/about/maps/', '© Mapbox'),
    link('https://www.openstreetmap.org/copyright', '© OpenStreetMap'),
    link('https://www.maxar.com/', '© Maxar'),
    link('https://www.mapbox.com/map-feedback/', '<b>Improve this map</b>'),
  ].join(' '),
});

/** Null when a token is needed and there is none. */
export function drawable({ token, baseMap }: MapToken): DrawableBaseMap | null {
  if (baseMap.kind !== 'mapbox') return baseMap;
  return token ? mapboxTiles(token) : null;
}

/** The host that a page with this base map may reach besides our own; null for none. */
export function foreignHost(baseMap: BaseMap): string | null {
  if (baseMap.kind === 'mapbox') return MAPBOX;
  if (baseMap.kind === 'built_in' || baseMap.url.startsWith('/')) return null;
  return new URL(baseMap.url).origin;
}
