import {
  SEPARATE_SITE_DEGREES,
  type Bounds,
  layerOf,
  MAP_LAYERS,
  type MapLayer,
  type ProjectMaps,
  type Raster,
  type RasterType,
} from '#domain/rasters.ts';
import type { MapPosition } from '#domain/measurements.ts';
import { date } from '#web/lib/formats.ts';
import type { MapMode, MapView } from './map-view.ts';

export type MapSubmission = ProjectMaps['weeks'][number];

export type PlacedRaster = Raster & { bounds: Bounds; minZoom: number; maxZoom: number };

export const LAYER_NAMES: Record<MapLayer, string> = {
  orthophoto: 'Orthophoto',
  elevation: 'Elevation',
  thermal: 'Thermal',
  ndvi: 'NDVI',
};

const isPlaced = (raster: Raster): raster is PlacedRaster =>
  raster.bounds !== null && raster.minZoom !== null && raster.maxZoom !== null;

export const unplacedRasters = (weeks: readonly MapSubmission[]): Raster[] =>
  weeks.flatMap(({ rasters }) => rasters.filter((raster) => !isPlaced(raster)));

const placedRasters = (weeks: readonly MapSubmission[]): PlacedRaster[] =>
  weeks.flatMap(({ rasters }) => rasters.filter(isPlaced));

export const placedSubmissions = (weeks: readonly MapSubmission[]): MapSubmission[] =>
  weeks.filter(({ rasters }) => rasters.some(isPlaced));

/** Surface (with buildings and trees) or bare ground. */
export type HeightModel = Extract<RasterType, 'surface_model' | 'terrain_model'>;

/** A submission's rasters of a layer. For elevation, those of `model`, or of the other model if it's missing. */
export function rastersOf(
  week: MapSubmission | undefined,
  layer: MapLayer,
  model: HeightModel = 'surface_model',
): PlacedRaster[] {
  const all = (week?.rasters ?? [])
    .filter(isPlaced)
    .filter((one) => layerOf(one.rasterType) === layer);
  const wanted = all.filter(({ rasterType }) => rasterType === model);
  return wanted.length > 0 ? wanted : all;
}

const hasModel = (week: MapSubmission | undefined, model: HeightModel) =>
  rastersOf(week, 'elevation', model).some(({ rasterType }) => rasterType === model);

const haveBothModels = (weeks: readonly (MapSubmission | undefined)[]): boolean =>
  weeks.every((week) => hasModel(week, 'surface_model') && hasModel(week, 'terrain_model'));

/** The requested model if all submissions have it, otherwise the other one, so that like is compared with like. */
export function modelOf(
  weeks: readonly (MapSubmission | undefined)[],
  { isTerrain = false }: Pick<MapView, 'isTerrain'>,
): HeightModel {
  const [wanted, other] = isTerrain
    ? (['terrain_model', 'surface_model'] as const)
    : (['surface_model', 'terrain_model'] as const);
  const inAll = (model: HeightModel) => weeks.every((week) => hasModel(week, model));
  return !inAll(wanted) && inAll(other) ? other : wanted;
}

export const hasLayer = (week: MapSubmission | undefined, layer: MapLayer): boolean =>
  rastersOf(week, layer).length > 0;

const nearestLayer = (week: MapSubmission, layer: MapLayer): MapLayer =>
  hasLayer(week, layer) ? layer : (MAP_LAYERS.find((one) => hasLayer(week, one)) ?? layer);

export const comparableSubmissions = (
  weeks: readonly MapSubmission[],
  { submissionId, layer }: MapView,
): MapSubmission[] =>
  weeks.filter((week) => week.submissionId !== submissionId && hasLayer(week, layer));

/** The view from the URL as far as it's valid, otherwise that of the requested submission. */
export function firstView(
  weeks: readonly MapSubmission[],
  opening: MapView | null,
  wantedId?: string,
): MapView | null {
  const find = (id: string | undefined) => weeks.find(({ submissionId }) => submissionId === id);
  const week = find(opening?.submissionId) ?? find(wantedId) ?? weeks[0];
  if (!week) return null;
  const { submissionId } = week;
  const layer = nearestLayer(week, opening?.layer ?? 'orthophoto');
  if (opening?.submissionId !== submissionId) return { layer, submissionId, mode: 'single' };
  return withValidComparison(weeks, { ...opening, layer });
}

export function withValidComparison(weeks: readonly MapSubmission[], view: MapView): MapView {
  if (view.mode === 'single') return view;
  const others = comparableSubmissions(weeks, view);
  const mode: MapMode = view.mode === 'change' && view.layer !== 'elevation' ? 'swipe' : view.mode;
  const at = weeks.findIndex(({ submissionId }) => submissionId === view.submissionId);
  const chosen = others.find(({ submissionId }) => submissionId === view.otherId);
  // By default, compare with the previous submission.
  const other = chosen ?? others.find((week) => weeks.indexOf(week) > at) ?? others.at(-1);
  return other ? { ...view, mode, otherId: other.submissionId } : { ...view, mode: 'single' };
}

export const withSubmission = (
  weeks: readonly MapSubmission[],
  view: MapView,
  submissionId: string,
): MapView => {
  const week = weeks.find((one) => one.submissionId === submissionId);
  return week
    ? withValidComparison(weeks, { ...view, submissionId, layer: nearestLayer(week, view.layer) })
    : view;
};

/** Null if the file isn't a map. */
export function viewOfMap(weeks: readonly MapSubmission[], fileId: string): MapView | null {
  for (const week of weeks) {
    const map = placedRasters([week]).find((raster) => raster.fileId === fileId);
    const { submissionId } = week;
    if (map) return withMap(weeks, { submissionId, layer: 'orthophoto', mode: 'single' }, map);
  }
  return null;
}

/** The one or two submissions shown, the earlier first. */
export function shownSubmissions(
  weeks: readonly MapSubmission[],
  view: MapView,
): [MapSubmission, MapSubmission?] | null {
  const main = weeks.find(({ submissionId }) => submissionId === view.submissionId);
  const other = weeks.find(({ submissionId }) => submissionId === view.otherId);
  if (!main) return null;
  if (view.mode === 'single' || !other) return [main];
  return weeks.indexOf(other) > weeks.indexOf(main) ? [other, main] : [main, other];
}

/**
 * The submission that changes are measured from: the compared one if it's earlier, otherwise the previous one with
 * heights.
 */
export function earlierThan(
  weeks: readonly MapSubmission[],
  view: MapView,
): MapSubmission | undefined {
  const at = weeks.findIndex(({ submissionId }) => submissionId === view.submissionId);
  const before = weeks.slice(at + 1).filter((week) => hasLayer(week, 'elevation'));
  return before.find(({ submissionId }) => submissionId === view.otherId) ?? before[0];
}

type ShownHeights = {
  week: MapSubmission | undefined;
  earlier: MapSubmission | undefined;
  view: MapView;
  shown: HeightModel;
};

/** File ID of the height model to measure at a position; null without one. */
export function heightsAt(
  [longitude, latitude]: MapPosition,
  which: 'shown' | 'later' | 'earlier',
  { week, earlier, view, shown }: ShownHeights,
): string | null {
  const model = which === 'shown' ? shown : modelOf([week, earlier], view);
  const found = rastersOf(which === 'earlier' ? earlier : week, 'elevation', model).filter(
    ({ bounds: { west, south, east, north } }) =>
      longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  );
  return (found.find(({ fileId }) => fileId === view.fileId) ?? found[0])?.fileId ?? null;
}

/** Labels for a list: the day, if known, and the title. */
export const labelsOf = ({ recordedDate, title }: MapSubmission, timeZone: string): string[] =>
  recordedDate === null ? [title] : [date(recordedDate, timeZone), title];

const areClose = ({ bounds: a }: PlacedRaster, { bounds: b }: PlacedRaster): boolean =>
  a.west - b.east < SEPARATE_SITE_DEGREES &&
  b.west - a.east < SEPARATE_SITE_DEGREES &&
  a.south - b.north < SEPARATE_SITE_DEGREES &&
  b.south - a.north < SEPARATE_SITE_DEGREES;

export const closeTo = (rasters: readonly PlacedRaster[], other: PlacedRaster): PlacedRaster[] =>
  rasters.filter((raster) => areClose(raster, other));

/**
 * The map that determines figures, notes and colors: the chosen one, otherwise one of the same site, otherwise one of
 * the site that most of `all` show. This way, a stray map of another site can't determine them.
 */
function mainOf(
  shown: readonly PlacedRaster[],
  all: readonly PlacedRaster[],
  chosenId: string | undefined,
): PlacedRaster | undefined {
  const chosen = all.find(({ fileId }) => fileId === chosenId);
  const nearChosen = chosen ? closeTo(shown, chosen) : [];
  if (chosen && nearChosen.includes(chosen)) return chosen;
  const neighbors = (raster: PlacedRaster) => closeTo(all, raster).length;
  return nearChosen[0] ?? shown.toSorted((a, b) => neighbors(b) - neighbors(a))[0];
}

/** Each submission's maps of the layer, with the main map and its neighbors first. */
export function shownLayers(weeks: readonly MapSubmission[], view: MapView) {
  const [first, second] = shownSubmissions(weeks, view) ?? [];
  const compared = second ? [first, second] : [first];
  const model = modelOf(compared, view);
  const of = (week: MapSubmission | undefined) => rastersOf(week, view.layer, model);
  const shown = [...of(first), ...of(second)];
  const main = mainOf(shown, placedRasters(weeks), view.fileId);
  const site = main ? closeTo(shown, main) : [];
  const rank = (raster: PlacedRaster) => (raster === main ? 0 : site.includes(raster) ? 1 : 2);
  const mainFirst = (week: MapSubmission | undefined) =>
    of(week).toSorted((a, b) => rank(a) - rank(b));
  return {
    first,
    second,
    model,
    hasModels: view.layer === 'elevation' && haveBothModels(compared),
    main,
    /** Both submissions' maps of the main map's site. */
    site,
    sides: [mainFirst(first), mainFirst(second)] as const,
  };
}

/** The maps to choose from; empty if choosing a layer is enough. */
export function mapsToChoose(week: MapSubmission | undefined): PlacedRaster[] {
  const maps = week ? placedRasters([week]) : [];
  const [first] = maps;
  if (!first) return [];
  const types = new Set(maps.map(({ rasterType }) => rasterType));
  return types.size < maps.length || closeTo(maps, first).length < maps.length ? maps : [];
}

export function withMap(
  weeks: readonly MapSubmission[],
  view: MapView,
  map: PlacedRaster,
): MapView {
  const { fileId, rasterType } = map;
  const isTerrain = rasterType === 'terrain_model';
  return withValidComparison(weeks, { ...view, fileId, layer: layerOf(rasterType), isTerrain });
}

/** A range that covers most values of all rasters, in their unit. Null for color images. */
export function defaultStretch(rasters: readonly PlacedRaster[]): [number, number] | null {
  const lows = rasters.flatMap(({ low }) => low ?? []);
  const highs = rasters.flatMap(({ high }) => high ?? []);
  return lows.length > 0 && highs.length > 0 ? [Math.min(...lows), Math.max(...highs)] : null;
}
