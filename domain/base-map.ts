import { z } from 'zod';

const Tiles = z.object({
  kind: z.literal('tiles'),
  url: z.string(),
  size: z.union([z.literal(256), z.literal(512)]),
  maxZoom: z.int(),
  attribution: z.string(),
});

export const BaseMap = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('built_in') }),
  z.object({ kind: z.literal('mapbox') }),
  Tiles,
]);
export type BaseMap = z.infer<typeof BaseMap>;

export const MapToken = z.object({ token: z.string().nullable(), baseMap: BaseMap });
export type MapToken = z.infer<typeof MapToken>;

/** Query of the map's pages: an opaque base map, to show settings before they are saved. */
export const Preview = z.object({ preview: z.string().optional() });

export type DrawableBaseMap =
  | Extract<BaseMap, { kind: 'built_in' }>
  | (z.infer<typeof Tiles> & { isMapbox?: true });

/** Of a PMTiles file on a web server, which the server reads parts of. */
export const isPmtilesUrl = (url: string): boolean => /^https?:[^?#]+\.pmtiles(\?.*)?$/i.test(url);

const MAPBOX = 'https://api.mapbox.com';
const link = (href: string, text: string) =>
  `<a href="${href}" target="_blank" rel="noopener">${text}</a>`;

/** Satellite-streets imagery. Wordmark and attribution follow https://docs.mapbox.com/help/dive-deeper/attribution/. */
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

export function drawableBaseMap({ token, baseMap }: MapToken): DrawableBaseMap | null {
  if (baseMap.kind !== 'mapbox') return baseMap;
  return token ? mapboxTiles(token) : null;
}

export function externalHost(baseMap: BaseMap): string | null {
  if (baseMap.kind === 'mapbox') return MAPBOX;
  if (baseMap.kind === 'built_in' || baseMap.url.startsWith('/')) return null;
  return new URL(baseMap.url).origin;
}
