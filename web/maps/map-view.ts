import { MAP_LAYERS, type MapLayer } from '#domain/rasters.ts';

/** One submission, two with a divider, two maps side by side, or the change between two. */
export type MapMode = 'single' | 'swipe' | 'step' | 'change';

/** In degrees, WGS 84; `zoom` as in Web Mercator tiles. */
export type MapPlace = { longitude: number; latitude: number; zoom: number };

export type MapView = {
  layer: MapLayer;
  submissionId: string;
  otherId?: string | undefined;
  mode: MapMode;
  /** Divider position in percent from the left. */
  split?: number | undefined;
  /** Whether the elevation layer is drawn without hillshade. */
  isFlat?: boolean | undefined;
  /** Whether the elevation layer shows the terrain instead of the surface. */
  isTerrain?: boolean | undefined;
  /** The map that was chosen from the submission's maps of this layer. */
  fileId?: string | undefined;
  place?: MapPlace | undefined;
};

const PARAMETER = 'map';
const ID = '[0-9a-f-]{36}';
const NUMBER = '-?\\d{1,3}(?:\\.\\d{1,7})?';
const PATTERN = new RegExp(
  `^(${MAP_LAYERS.join('|')})_(${ID})(?:_(${ID}))?(?:_(step|swipe|change)(\\d{1,3})?)?(_flat)?(_terrain)?` +
    `(?:_m(${ID}))?(?:_z(${NUMBER})x(${NUMBER})y(${NUMBER}))?$`,
);

/** Parses the view from a URL query; null if missing or invalid. */
export function readMapView(search: string): MapView | null {
  const found = PATTERN.exec(new URLSearchParams(search).get(PARAMETER) ?? '');
  if (!found) return null;
  const [
    ,
    layer,
    submissionId = '',
    otherId,
    mode = 'single',
    split,
    flat,
    terrain,
    fileId,
    ...at
  ] = found;
  const [zoom, x, y] = at;
  return {
    layer: layer as MapLayer,
    submissionId,
    otherId,
    mode: mode as MapMode,
    split: split === undefined ? undefined : Math.min(100, Number(split)),
    isFlat: flat !== undefined,
    isTerrain: terrain !== undefined,
    fileId,
    place: zoom === undefined ? undefined : placeOf(Number(zoom), Number(x), Number(y)),
  };
}

const placeOf = (zoom: number, longitude: number, latitude: number): MapPlace | undefined =>
  zoom >= 0 && zoom <= 30 && Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90
    ? { longitude, latitude, zoom }
    : undefined;

/** Sets the view in a URL query, keeping other parameters. */
export function writeMapView(search: string, view: MapView): string {
  const query = new URLSearchParams(search);
  query.set(PARAMETER, mapViewText(view));
  return `?${query}`;
}

/** The URL parameter `map`. Uses only characters that URLs don't escape. */
export function mapViewText(view: MapView) {
  const { layer, submissionId, otherId, mode, split, isFlat, isTerrain, fileId, place } = view;
  const isPair = mode !== 'single' && otherId !== undefined;
  return [
    layer,
    submissionId,
    ...(isPair ? [otherId, mode + (mode === 'swipe' ? Math.round(split ?? 50) : '')] : []),
    ...(isFlat ? ['flat'] : []),
    ...(isTerrain ? ['terrain'] : []),
    ...(fileId ? [`m${fileId}`] : []),
    ...(place
      ? [`z${place.zoom.toFixed(2)}x${place.longitude.toFixed(6)}y${place.latitude.toFixed(6)}`]
      : []),
  ].join('_');
}
