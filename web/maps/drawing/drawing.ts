import type { Coordinate } from 'ol/coordinate.js';
import Feature from 'ol/Feature.js';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import type MapBrowserEvent from 'ol/MapBrowserEvent.js';
import VectorSource from 'ol/source/Vector.js';
import type { MapPosition } from '#domain/measurements.ts';
import { geometryOf, type Shape, stylesOf, toPosition } from './shapes.ts';

/** Minimum corners by shape, and the server's maximum. */
const MIN_CORNERS: Record<Shape, number> = { point: 1, line: 2, area: 3 };
const MAX_CORNERS = 500;
/** Clicks closer than this, in CSS px, count as the same place. */
const SNAP_PX = { mouse: 8, touch: 16 };

export type DrawingListener = {
  /**
   * Called after each corner, and on pointer moves with the pointer as the last corner. `placed` doesn't count the
   * pointer.
   */
  onChange: (corners: readonly MapPosition[], placed: number) => void;
  onFinish: (corners: readonly MapPosition[]) => void;
  onCancel: () => void;
};

export type Drawing = {
  /** Adds a corner at the center of the map. Adding the last corner again finishes the shape. */
  addAtCenter: () => void;
  removeLast: () => void;
  finish: () => void;
  cancel: () => void;
};

/** Draws a shape by mouse, touch, or the returned functions (for keyboard use) until it's finished or canceled. */
export function startDrawing(map: OlMap, shape: Shape, listener: DrawingListener): Drawing {
  const corners: Coordinate[] = [];
  const feature = new Feature();
  const layer = new VectorLayer({
    source: new VectorSource({ features: [feature] }),
    zIndex: 1000,
  });
  const zoom = map
    .getInteractions()
    .getArray()
    .find((one) => one instanceof DoubleClickZoom);
  map.addLayer(layer);
  zoom?.setActive(false);

  const paint = (pointer: Coordinate | null) => {
    const all = pointer ? [...corners, pointer] : corners;
    feature.setGeometry(geometryOf(shape, all));
    feature.setStyle(stylesOf(3, '', corners));
    listener.onChange(all.map(toPosition), corners.length);
  };
  const areClose = (place: Coordinate | undefined, there: Coordinate, px: number) => {
    if (!place) return false;
    const [a, b] = [map.getPixelFromCoordinate(place), map.getPixelFromCoordinate(there)];
    return Math.hypot((a[0] ?? 0) - (b[0] ?? 0), (a[1] ?? 0) - (b[1] ?? 0)) <= px;
  };
  const add = (corner: Coordinate, px: number) => {
    const isClosed = shape === 'area' && corners.length > 2 && areClose(corners[0], corner, px);
    if (isClosed || areClose(corners.at(-1), corner, px)) return finish();
    if (corners.length < MAX_CORNERS) corners.push(corner);
    if (shape === 'point') return finish();
    paint(null);
  };
  const finish = () => {
    if (corners.length < MIN_CORNERS[shape]) return;
    stop();
    listener.onFinish(corners.map(toPosition));
  };
  const onClick = (event: MapBrowserEvent) => {
    const isTouch =
      'pointerType' in event.originalEvent && event.originalEvent.pointerType === 'touch';
    add(event.coordinate, isTouch ? SNAP_PX.touch : SNAP_PX.mouse);
  };
  const onMove = (event: MapBrowserEvent) => {
    const { originalEvent: pointer } = event;
    if (!('pointerType' in pointer) || pointer.pointerType !== 'mouse') return;
    if (corners.length > 0 && !event.dragging) paint(event.coordinate);
  };
  const stop = () => {
    map.un('click', onClick);
    map.un('pointermove', onMove);
    map.removeLayer(layer);
    // Keeps a double-click that finishes the shape from zooming the map.
    setTimeout(() => zoom?.setActive(true), 300);
  };
  map.on('click', onClick);
  map.on('pointermove', onMove);
  listener.onChange([], 0);

  return {
    addAtCenter: () => {
      const center = map.getView().getCenter();
      if (center) add(center, 1);
    },
    removeLast: () => {
      corners.pop();
      paint(null);
    },
    finish,
    cancel: () => {
      stop();
      listener.onCancel();
    },
  };
}
