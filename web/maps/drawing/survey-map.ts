import { intersects } from 'ol/extent.js';
import MouseWheelZoom from 'ol/interaction/MouseWheelZoom.js';
import type VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';
import type View from 'ol/View.js';
import type { Bounds } from '#domain/rasters.ts';
import { createMap } from './base-map.ts';
import { type Drawing, type DrawingListener, startDrawing } from './drawing.ts';
import { featureLayers, type FlightLine, type PhotoMarker } from './feature-layers.ts';
import { extentOf, rasterLayers, type SurveyLayer } from './raster-layers.ts';
import { type DrawnShape, type Shape, toMap } from './shapes.ts';
import type { TileStatus } from './tile-status.ts';

export type { Drawing } from './drawing.ts';
export type { FlightLine, PhotoMarker } from './feature-layers.ts';
export type { SurveyLayer } from './raster-layers.ts';
export type { DrawnShape, Shape } from './shapes.ts';
export type { TileStatus } from './tile-status.ts';

/** In degrees, WGS 84; `zoom` as in Web Mercator tiles. */
type Place = { longitude: number; latitude: number; zoom: number };

export type SurveyMapOptions = {
  label: string;
  isDark: boolean;
  units: 'metric' | 'us';
  /** Another map that shares this one's view. */
  linkedMap?: SurveyMap | undefined;
  onStatus: (status: TileStatus) => void;
  onMove?: (place: Place) => void;
  /** Called with the ID of the clicked photo, video (for a flight), or shape. */
  onPhoto?: (id: string) => void;
  onShape?: (id: string) => void;
};

/** Zoom for a single point, and duration of a requested move in ms. */
const POINT_ZOOM = 20;
const MOVE_MS = 350;
/** Padding around fitted areas, in CSS px. */
const FIT_PADDING = { all: [24, 24, 24, 24], shape: [80, 80, 80, 80] };
const HIT_PX = 6;

export type SurveyMap = {
  view: View;
  showLayers: (layers: readonly SurveyLayer[]) => void;
  setSplit: (percent: number | null) => void;
  retry: () => void;
  showPhotos: (photos: readonly PhotoMarker[]) => void;
  showFlights: (flights: readonly FlightLine[]) => void;
  showShapes: (shapes: readonly DrawnShape[]) => void;
  /** Only one drawing can be active at a time. */
  draw: (shape: Shape, listener: DrawingListener) => Drawing;
  setUnits: (units: 'metric' | 'us') => void;
  fit: (bounds: Bounds) => void;
  isInView: (bounds: Bounds) => boolean;
  goTo: (place: Place) => void;
  goToShape: (shape: DrawnShape) => void;
  /** Fits the extent that another map shows. */
  matchExtent: (other: SurveyMap) => void;
  /** Resolves once everything in view is drawn. */
  whenDrawn: () => Promise<void>;
  dispose: () => void;
};

export function createSurveyMap(target: HTMLElement, options: SurveyMapOptions): SurveyMap {
  const base = createMap(target, { ...options, base: null });
  const { map } = base;
  if (options.linkedMap) map.setView(options.linkedMap.view);
  const rasters = rasterLayers(map, options.onStatus);
  const { flights, photos, shapes } = featureLayers();
  for (const { layer } of [flights, photos, shapes]) map.addLayer(layer);
  keepPageScrolling(map);
  const files = [photos.layer, flights.layer];
  const clicks = reportClicks(map, { files, shapes: shapes.layer }, options);
  const view = map.getView();
  map.on('moveend', () => {
    const [longitude = 0, latitude = 0] = toLonLat(view.getCenter() ?? [0, 0]);
    options.onMove?.({ longitude, latitude, zoom: view.getZoom() ?? 0 });
  });
  return {
    view,
    showLayers: rasters.show,
    setSplit: rasters.setSplit,
    retry: rasters.retry,
    showPhotos: photos.show,
    showFlights: flights.show,
    showShapes: shapes.show,
    draw: (shape, { onChange, onFinish, onCancel }) => {
      clicks.setDrawing(true);
      target.focus({ preventScroll: true });
      return startDrawing(map, shape, {
        onChange,
        onFinish: (corners) => {
          clicks.setDrawing(false);
          onFinish(corners);
        },
        onCancel: () => {
          clicks.setDrawing(false);
          onCancel();
        },
      });
    },
    setUnits: base.setUnits,
    ...createMoves(map, base.duration(MOVE_MS)),
    whenDrawn: () =>
      new Promise((resolve) => {
        map.once('rendercomplete', () => resolve());
      }),
    dispose: () => {
      rasters.stop();
      base.dispose();
    },
  };
}

function createMoves(map: OlMap, duration: number) {
  const view = () => map.getView();
  const size = () => map.getSize() ?? [1, 1];
  return {
    fit: (bounds: Bounds) =>
      view().fit(extentOf(bounds), { size: size(), padding: FIT_PADDING.all, duration: 0 }),
    isInView: (bounds: Bounds) =>
      intersects(view().calculateExtent(map.getSize()), extentOf(bounds)),
    goTo: ({ longitude, latitude, zoom }: Place) => {
      view().setCenter(fromLonLat([longitude, latitude]));
      view().setZoom(zoom);
    },
    goToShape: ({ corners }: DrawnShape) => {
      const places = corners.map(toMap);
      const xs = places.map(([x = 0]) => x);
      const ys = places.map(([, y = 0]) => y);
      view().fit([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], {
        size: size(),
        maxZoom: POINT_ZOOM,
        padding: FIT_PADDING.shape,
        duration,
      });
    },
    matchExtent: (other: SurveyMap) => view().fit(other.view.calculateExtent(), { size: size() }),
  };
}

/** The wheel scrolls the page unless the map has focus or Ctrl or Cmd is held. */
function keepPageScrolling(map: OlMap): void {
  const wheel = map
    .getInteractions()
    .getArray()
    .find((one) => one instanceof MouseWheelZoom);
  if (wheel) map.removeInteraction(wheel);
  map.addInteraction(
    new MouseWheelZoom({
      condition: ({ originalEvent: { ctrlKey, metaKey } }) =>
        ctrlKey || metaKey || map.getTargetElement()?.contains(document.activeElement) === true,
    }),
  );
}

type ClickableLayers = { files: VectorLayer[]; shapes: VectorLayer };

function reportClicks(map: OlMap, layers: ClickableLayers, { onPhoto, onShape }: SurveyMapOptions) {
  let isDrawing = false;
  const idAt = (pixel: number[], wanted: readonly VectorLayer[]) =>
    map.forEachFeatureAtPixel(pixel, (feature) => feature.getId(), {
      layerFilter: (one) => wanted.some((layer) => layer === one),
      hitTolerance: HIT_PX,
    });
  const setCursor = (cursor: string) => map.getTargetElement()?.style.setProperty('cursor', cursor);
  map.on('click', ({ pixel }) => {
    if (isDrawing) return;
    const file = idAt(pixel, layers.files);
    const shape = idAt(pixel, [layers.shapes]);
    if (file !== undefined) onPhoto?.(String(file));
    else if (shape !== undefined) onShape?.(String(shape));
  });
  map.on('pointermove', ({ pixel, dragging }) => {
    if (dragging || isDrawing) return;
    const isOver = idAt(pixel, [...layers.files, layers.shapes]) !== undefined;
    setCursor(isOver ? 'pointer' : '');
  });
  return {
    setDrawing: (isActive: boolean) => {
      isDrawing = isActive;
      setCursor(isActive ? 'crosshair' : '');
    },
  };
}
