import Control from 'ol/control/Control.js';
import { degreesToStringHDMS } from 'ol/coordinate.js';
import type { Coordinate } from 'ol/coordinate.js';
import Graticule from 'ol/layer/Graticule.js';
import type OlMap from 'ol/Map.js';
import type VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Text from 'ol/style/Text.js';

const TARGET_PX = 140;

/** A grid of degrees and minutes: seen from near, outlines alone leave a map empty. */
export function grid(minZoom: number, { line, text }: { line: string; text: string }): Graticule {
  const label = (options: object) =>
    new Text({
      font: "10px 'Inter Variable', system-ui, sans-serif",
      fill: new Fill({ color: text }),
      ...options,
    });
  return new Graticule({
    minZoom,
    zIndex: -18,
    targetSize: TARGET_PX,
    strokeStyle: new Stroke({ color: line, width: 1 }),
    showLabels: true,
    wrapX: false,
    lonLabelPosition: 1,
    latLabelPosition: 0,
    lonLabelStyle: label({ textBaseline: 'top', offsetY: 6 }),
    latLabelStyle: label({ textAlign: 'start', offsetX: 6, offsetY: -7 }),
    lonLabelFormatter: (degrees) => degreesToStringHDMS('EW', degrees, 0),
    latLabelFormatter: (degrees) => degreesToStringHDMS('NS', degrees, 0),
  });
}

/** From farther, the name would be one of many. */
const PLACE_ZOOM = 8;

/** Names the place in the middle of the map: its own name may be out of sight. */
export function addPlaceName(
  map: OlMap,
  { states, counties }: Record<'states' | 'counties', VectorSource>,
) {
  const element = document.createElement('div');
  element.className = 'map-place ol-unselectable';
  element.hidden = true;
  map.addControl(new Control({ element }));
  const nameAt = (source: VectorSource, place: Coordinate) =>
    source
      .getFeaturesAtCoordinate(place)
      .map((feature) => feature.get('name') as unknown)
      .find((name) => typeof name === 'string');
  const update = () => {
    const isNear = (map.getView().getZoom() ?? 0) >= PLACE_ZOOM;
    const center = isNear ? map.getView().getCenter() : undefined;
    const county = center ? nameAt(counties, center) : undefined;
    const state = center ? nameAt(states, center) : undefined;
    element.hidden = (county ?? state) === undefined;
    element.textContent = [county, state].filter(Boolean).join(', ');
  };
  map.on('moveend', update);
  counties.on('change', update);
}
