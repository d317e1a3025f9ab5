import 'ol/ol.css';
import './map.css';
import Attribution from 'ol/control/Attribution.js';
import type { Units } from '#domain/units.ts';
import ScaleLine from 'ol/control/ScaleLine.js';
import Zoom from 'ol/control/Zoom.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import TileLayer from 'ol/layer/Tile.js';
import OlMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import XYZ from 'ol/source/XYZ.js';
import View from 'ol/View.js';
import type { DrawableBaseMap } from '#domain/base-map.ts';
import { addOutlines, waterColor } from './outline-layer.ts';

/** Longitude and latitude of the default view (Dallas, Texas), in degrees. */
const DEFAULT_CENTER = [-96.797, 32.7767] as const;
const DEFAULT_ZOOM = 10;
export const PAN_MS = 800;

export type MapOptions = {
  label: string;
  isDark: boolean;
  /** Null if no base map is needed. */
  base?: DrawableBaseMap | null;
  units?: Units;
  /** Called once if the base map can't be loaded. Outlines are drawn instead. */
  onBaseFailure?: (error: unknown) => void;
};

export type BaseMapView = {
  map: OlMap;
  setDark: (isDark: boolean) => void;
  setBase: (base: DrawableBaseMap) => void;
  setUnits: (units: Units) => void;
  /** Returns the animation duration in ms; 0 if the person prefers reduced motion. */
  duration: (ms: number) => number;
  dispose: () => void;
};

/**
 * The caller's layers go above the base map (zIndex 0 and up). Without a base map, or if its tiles fail to load, our
 * own outlines are drawn.
 */
export function createMap(target: HTMLElement, options: MapOptions): BaseMapView {
  const scale = new ScaleLine({ units: options.units ?? 'metric' });
  const map = new OlMap({
    target,
    view: new View({
      center: fromLonLat([...DEFAULT_CENTER]),
      zoom: DEFAULT_ZOOM,
      minZoom: 2,
      maxZoom: 24,
      enableRotation: false,
    }),
    controls: [
      new Zoom({ zoomInLabel: buttonText('+'), zoomOutLabel: buttonText('\u2212') }),
      scale,
      new Attribution({ collapsible: false }),
    ],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
  });
  const { setDark, setBase, stop } = drawBase(map, options);
  target.classList.add('map');
  target.tabIndex = 0;
  target.setAttribute('role', 'application');
  target.setAttribute('aria-label', options.label);
  return {
    map,
    setDark,
    setBase,
    setUnits: (units) => scale.setUnits(units),
    duration,
    dispose: () => {
      stop();
      map.setTarget();
      map.dispose();
    },
  };
}

/** Hidden from screen readers, so that the button's accessible name is its title, 'Zoom in'. */
function buttonText(text: string): HTMLElement {
  const element = document.createElement('span');
  element.ariaHidden = 'true';
  element.textContent = text;
  return element;
}

const duration = (ms: number) => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ms);

function drawBase(map: OlMap, options: MapOptions) {
  let isDark = options.isDark;
  let tiles: TileLayer<XYZ> | null = null;
  let colorOutlines: ((isDark: boolean) => void) | null = null;
  let isStopped = false;
  const paint = () => {
    if (options.base === null) return;
    map.getTargetElement()?.style.setProperty('background', waterColor(isDark));
    colorOutlines?.(isDark);
  };
  const outline = () => {
    colorOutlines ??= addOutlines(map, isDark, (error) => {
      if (!isStopped) options.onBaseFailure?.(error);
    });
  };
  const setBase = (base: DrawableBaseMap) => {
    if (tiles) map.removeLayer(tiles);
    tiles = base.kind === 'tiles' ? tileLayer(base) : null;
    map
      .getTargetElement()
      ?.classList.toggle('map-of-mapbox', base.kind === 'tiles' && base.isMapbox === true);
    if (!tiles) return outline();
    map.addLayer(tiles);
    detectFailure(tiles, (error) => {
      if (isStopped || tiles === null) return;
      setBase({ kind: 'built_in' });
      options.onBaseFailure?.(error);
    });
  };
  if (options.base !== null) setBase(options.base ?? { kind: 'built_in' });
  paint();
  return {
    setBase,
    setDark: (nowDark: boolean) => {
      isDark = nowDark;
      paint();
    },
    stop: () => {
      isStopped = true;
    },
  };
}

function tileLayer({
  url,
  size,
  maxZoom,
  attribution,
}: Extract<DrawableBaseMap, { kind: 'tiles' }>) {
  const tilePixelRatio = url.includes('@2x') ? 2 : 1;
  const source = new XYZ({
    url,
    maxZoom,
    tileSize: size,
    tilePixelRatio,
    attributions: attribution || undefined,
    transition: duration(250),
  });
  return new TileLayer({ source, zIndex: -10, preload: 1 });
}

/** A source counts as unavailable if its first responses all fail. */
const MAX_FIRST_FAILURES = 3;

function detectFailure(layer: TileLayer<XYZ>, onUnavailable: (error: Error) => void) {
  const source = layer.getSource();
  let failures = 0;
  const stop = () => {
    source?.un('tileloaderror', onError);
    source?.un('tileloadend', stop);
  };
  const onError = () => {
    failures += 1;
    if (failures < MAX_FIRST_FAILURES) return;
    stop();
    onUnavailable(new Error('The base map tiles did not load.'));
  };
  source?.on('tileloaderror', onError);
  source?.on('tileloadend', stop);
}
