import { MAP_LAYERS, type MapLayer } from '#domain/rasters.ts';

/**
 * One week alone, two on one another with a divider, two maps side by side that move as one, or what has
 * changed from one to the other.
 */
export type MapMode = 'single' | 'swipe' | 'step' | 'change';

/** Degrees, WGS 84; zoom of the web mercator tiles. */
export type MapPlace = { longitude: number; latitude: number; zoom: number };

export type MapView = {
  layer: MapLayer;
  submissionId: string;
  otherId?: string | undefined;
  mode: MapMode;
  /** Of the divider, percent from the left. */
  split?: number | undefined;
  /** Heights are shown with the shadows of hills, unless they are flat. */
  isFlat?: boolean | undefined;
  /** Heights are those of what stands on the ground, unless they are of the terrain below. */
  isTerrain?: boolean | undefined;
  /** The map chosen by name among the week's maps of this layer. */
  fileId?: string | undefined;
  place?: MapPlace | undefined;
};

const PARAMETER = 'map';
const ID = '[0-9a-f-]{36}';
const NUMBER = '-?\\d{1,3}(?:\\.\\d{1,7})?';
const FORM = new RegExp(
  `^(${MAP_LAYERS.join('|')})_(${ID})(?:_(${ID}))?(?:_(step|swipe|change)(\\d{1,3})?)?(_flat)?(_terrain)?` +
    `(?:_m(${ID}))?(?:_z(${NUMBER})x(${NUMBER})y(${NUMBER}))?$`,
);

/** What the query of an address says that the map shows; null when it says nothing valid. */
export function readMapView(search: string): MapView | null {
  const found = FORM.exec(new URLSearchParams(search).get(PARAMETER) ?? '');
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

/** The query that tells what the map shows; everything else in it stays. */
export function writeMapView(search: string, view: MapView): string {
  const query = new URLSearchParams(search);
  query.set(PARAMETER, textOf(view));
  return `?${query}`;
}

/** Only of characters that no address escapes, so that it stays as it is on its way. */
function textOf(view: MapView) {
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
