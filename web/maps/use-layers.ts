import { useMemo, useState } from 'react';
import { CHANGE_SCALE, scaleOf } from '#domain/color-scales.ts';
import { changeReach, type MapLayer, tileUrl } from '#domain/rasters.ts';
import type { SurveyLayer } from '#web/maps/drawing/survey-map.ts';
import type { Scale } from './figures.tsx';
import type { MapView } from './map-view.ts';
import {
  defaultStretch,
  LAYER_NAMES,
  type MapSubmission,
  type PlacedRaster,
  rastersOf,
  shownLayers,
} from './survey-view.ts';

type ValueRange = readonly [number, number];
type DrawnLayer = MapLayer | 'change';
type Stretches = Partial<Record<DrawnLayer, [number, number] | undefined>>;

/** Holds the layer settings that aren't in the URL. */
export function useLayers(weeks: readonly MapSubmission[], view: MapView) {
  const [opacities, setOpacities] = useState<Partial<Record<DrawnLayer, number>>>({});
  const [stretches, setStretches] = useState<Stretches>({});
  const { layer, mode, submissionId, otherId, isFlat = false, isTerrain = false, fileId } = view;
  const key = mode === 'change' ? 'change' : layer;
  const stretch = stretches[key];
  const opacity = opacities[key] ?? 100;

  const drawn = useMemo(() => {
    const shown = shownLayers(weeks, { layer, mode, submissionId, otherId, isTerrain, fileId });
    const { first, second, main, site } = shown;
    const photos = [rastersOf(first, 'orthophoto'), rastersOf(second, 'orthophoto')] as const;
    const defaultEnds: ValueRange | null =
      mode === 'change' ? changeEnds(site) : defaultStretch(site);
    const ends = stretch ?? defaultEnds;
    const scale: Scale | null = ends && {
      colors: mode === 'change' ? CHANGE_SCALE : colorsOf(main),
      title: titleOf({ layer, mode }, main),
      ends,
      unit: mode === 'change' ? 'm' : (main?.unit ?? null),
    };
    // The server caches tiles with a raster's own stretch; several rasters need a shared one.
    const sharedStretch = stretch ?? (mode !== 'change' && site.length > 1 ? defaultEnds : null);
    return { ...shown, photos, scale, sharedStretch };
    // Doesn't depend on the divider, which changes many times a second.
  }, [weeks, layer, mode, submissionId, otherId, isTerrain, fileId, stretch]);

  const panes = useMemo(
    () => panesOf(drawn, { layer, mode, isFlat, opacity }),
    [drawn, layer, mode, isFlat, opacity],
  );

  return {
    ...drawn,
    panes,
    opacity,
    setOpacity: (percent: number) => setOpacities((before) => ({ ...before, [key]: percent })),
    isStretched: stretch !== undefined,
    setStretch: (ends: [number, number] | null) =>
      setStretches((before) => ({ ...before, [key]: ends ?? undefined })),
  };
}

type DrawnView = {
  sides: readonly [PlacedRaster[], PlacedRaster[]];
  photos: readonly [PlacedRaster[], PlacedRaster[]];
  sharedStretch: ValueRange | null;
};
type DrawingOptions = { layer: MapLayer; mode: MapView['mode']; isFlat: boolean; opacity: number };

/** The layers of each pane, lowest first. */
function panesOf(
  { sides, photos, sharedStretch }: DrawnView,
  { layer, mode, isFlat, opacity }: DrawingOptions,
) {
  type Side = SurveyLayer['side'];
  const toLayer = (raster: PlacedRaster, side: Side, url: string, percent: number) => ({
    id: `${raster.fileId} ${side}`,
    url,
    bounds: raster.bounds,
    minZoom: raster.minZoom,
    maxZoom: raster.maxZoom,
    opacity: percent / 100,
    side,
  });
  const layersOf = (at: 0 | 1, side: Side, earlier?: PlacedRaster): SurveyLayer[] => {
    // Orthophotos show through a transparent layer.
    const below = layer !== 'orthophoto' && opacity < 100 ? photos[at] : [];
    const url = (raster: PlacedRaster) =>
      tileUrl(raster.mediaUrl, {
        ...(sharedStretch && {
          stretch: [roundForUrl(sharedStretch[0]), roundForUrl(sharedStretch[1])],
        }),
        ...(layer === 'elevation' && !isFlat && { hillshade: true }),
        ...(earlier && { before: earlier.fileId }),
      });
    return [
      ...below.map((raster) => toLayer(raster, side, tileUrl(raster.mediaUrl, {}), 100)),
      // The main map is drawn above the others.
      ...sides[at].toReversed().map((raster) => toLayer(raster, side, url(raster), opacity)),
    ];
  };
  switch (mode) {
    case 'swipe':
      return [[...layersOf(0, 'before'), ...layersOf(1, 'after')]];
    case 'step':
      return [layersOf(0, 'both'), layersOf(1, 'both')];
    case 'change':
      return [layersOf(1, 'both', sides[0][0])];
    case 'single':
      return [layersOf(0, 'both')];
  }
}

function titleOf({ layer, mode }: Pick<MapView, 'layer' | 'mode'>, main: PlacedRaster | undefined) {
  if (mode === 'change') return 'Height change';
  return main?.rasterType === 'terrain_model' ? 'Terrain elevation' : LAYER_NAMES[layer];
}

/** Drops meaningless digits of a float32. */
const roundForUrl = (value: number) => Number(value.toFixed(4));

const colorsOf = (main: PlacedRaster | undefined) =>
  main && main.rasterType !== 'orthophoto' ? scaleOf(main.rasterType) : [];

function changeEnds(surveys: readonly PlacedRaster[]): ValueRange {
  const reach = changeReach(...surveys);
  return [-reach, reach];
}
