import { useMemo, useState } from 'react';
import { CHANGE_SCALE, scaleOf } from '#domain/color-scales.ts';
import { changeReach, type MapLayer, tileUrl } from '#domain/rasters.ts';
import type { SurveyLayer } from '#web/map/survey-map.ts';
import type { Scale } from './legend.tsx';
import type { MapView } from './map-view.ts';
import {
  defaultStretch,
  haveBothModels,
  LAYER_NAMES,
  type MapWeek,
  modelOf,
  type PlacedRaster,
  rastersOf,
  shownWeeks,
} from './survey-view.ts';

type Ends = readonly [number, number];
type Stretches = Partial<Record<MapLayer | 'change', [number, number] | undefined>>;

/** How the layers of a view are drawn: what of it the address does not say is kept here. */
export function useLayers(weeks: readonly MapWeek[], view: MapView) {
  const [opacity, setOpacity] = useState(100);
  const [stretches, setStretches] = useState<Stretches>({});
  const { layer, mode, submissionId, otherId, isFlat = false, isTerrain = false } = view;
  const key = mode === 'change' ? 'change' : layer;
  const stretch = stretches[key];

  const drawn = useMemo(() => {
    const [first, second] = shownWeeks(weeks, { layer, mode, submissionId, otherId }) ?? [];
    const compared = second ? [first, second] : [first];
    const model = modelOf(compared, { isTerrain });
    const sides = [rastersOf(first, layer, model), rastersOf(second, layer, model)] as const;
    const shown = [...sides[0], ...sides[1]];
    const unit = shown[0]?.unit ?? null;
    const usual: Ends | null = mode === 'change' ? changeEnds(shown) : defaultStretch(shown);
    const ends = stretch ?? usual;
    const scale: Scale | null = ends && {
      colors: mode === 'change' ? CHANGE_SCALE : colorsOf(shown),
      title: titleOf({ layer, mode }, shown),
      ends,
      unit: mode === 'change' ? 'm' : unit,
    };
    // Tiles in a raster's own stretch are kept by the server; several rasters need one that holds for all.
    const asked = stretch ?? (mode !== 'change' && shown.length > 1 ? usual : null);
    const hasModels = layer === 'elevation' && haveBothModels(compared);
    return { first, second, sides, model, hasModels, scale, asked };
    // Without the divider, which moves many times a second.
  }, [weeks, layer, mode, submissionId, otherId, isTerrain, stretch]);

  const panes = useMemo((): SurveyLayer[][] => {
    const { sides, asked } = drawn;
    const [before, after] = sides;
    const toLayer =
      (side: SurveyLayer['side'], earlier?: PlacedRaster) =>
      (raster: PlacedRaster): SurveyLayer => ({
        id: `${raster.fileId} ${side}`,
        url: tileUrl(raster.mediaUrl, {
          ...(asked && { stretch: [inAddress(asked[0]), inAddress(asked[1])] }),
          ...(layer === 'elevation' && !isFlat && { hillshade: true }),
          ...(earlier && { before: earlier.fileId }),
        }),
        bounds: raster.bounds,
        minZoom: raster.minZoom,
        maxZoom: raster.maxZoom,
        opacity: opacity / 100,
        side,
      });
    switch (mode) {
      case 'swipe':
        return [[...before.map(toLayer('before')), ...after.map(toLayer('after'))]];
      case 'step':
        return [before.map(toLayer('both')), after.map(toLayer('both'))];
      case 'change':
        return [after.map(toLayer('both', before[0]))];
      case 'single':
        return [before.map(toLayer('both'))];
    }
  }, [drawn, layer, mode, isFlat, opacity]);

  return {
    ...drawn,
    panes,
    opacity,
    setOpacity,
    isStretched: stretch !== undefined,
    setStretch: (ends: [number, number] | null) =>
      setStretches((before) => ({ ...before, [key]: ends ?? undefined })),
  };
}

function titleOf(
  { layer, mode }: Pick<MapView, 'layer' | 'mode'>,
  [first]: readonly PlacedRaster[],
) {
  if (mode === 'change') return 'Change in height';
  return first?.rasterType === 'terrain_model' ? 'Elevation of the terrain' : LAYER_NAMES[layer];
}

/** Without the digits that a float32 has more than it means. */
const inAddress = (value: number) => Number(value.toFixed(4));

const colorsOf = ([first]: readonly PlacedRaster[]) =>
  first && first.rasterType !== 'orthophoto' ? scaleOf(first.rasterType) : [];

function changeEnds(surveys: readonly PlacedRaster[]): Ends {
  const reach = changeReach(...surveys);
  return [-reach, reach];
}
