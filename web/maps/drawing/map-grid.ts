import Control from 'ol/control/Control.js';
import { degreesToStringHDMS, type Coordinate } from 'ol/coordinate.js';
import Graticule from 'ol/layer/Graticule.js';
import LayerGroup from 'ol/layer/Group.js';
import type OlMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import type VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Text from 'ol/style/Text.js';
import { countyName, placeName } from './place-name.ts';

/** Half the width of a longitude label, such as 97° 09′ 32″ W, in CSS px. */
const HALF_LABEL_PX = 40;
/** Height of the controls at the left edge above and below the latitude labels, in CSS px; see map.css. */
const TOP_PX = 98;
const BOTTOM_PX = 44;

/** Whether a meridian's label at `x` fits on a map of this width (in CSS px). */
export const fitsHorizontally = ({ x, width }: { x: number; width: number }): boolean =>
  x >= HALF_LABEL_PX && x <= width - HALF_LABEL_PX;

/** Whether a parallel's label at `y` is clear of the controls on a map of this height (in CSS px). */
export const fitsVertically = ({ y, height }: { y: number; height: number }): boolean =>
  y >= TOP_PX && y <= height - BOTTOM_PX;

const TARGET_PX = 140;
/** Above orthophotos, below markers. */
const LABELS_Z = 900;

type GridColors = { line: string; text: string; halo: string };

/** A grid of degrees and minutes for close zooms, where there may be no outlines in view. */
export function createGrid(
  map: OlMap,
  minZoom: number,
  { line, text, halo }: GridColors,
): LayerGroup {
  const label = (options: object) =>
    new Text({
      font: "10px 'Inter Variable', system-ui, sans-serif",
      fill: new Fill({ color: text }),
      stroke: new Stroke({ color: halo, width: 3 }),
      ...options,
    });
  const shared = { minZoom, targetSize: TARGET_PX, wrapX: false };
  const strokeStyle = new Stroke({ color: line, width: 1 });
  const labels = new Graticule({
    ...shared,
    zIndex: LABELS_Z,
    strokeStyle: new Stroke({ color: 'transparent' }),
    showLabels: true,
    lonLabelPosition: 1,
    latLabelPosition: 0,
    lonLabelStyle: label({ textBaseline: 'top', offsetY: 6 }),
    latLabelStyle: label({ textAlign: 'start', offsetX: 6, offsetY: -7 }),
    lonLabelFormatter: (degrees) =>
      fitsHorizontally(onScreen(map, [degrees, 0])) ? degreesToStringHDMS('EW', degrees, 0) : '',
    latLabelFormatter: (degrees) =>
      fitsVertically(onScreen(map, [0, degrees])) ? degreesToStringHDMS('NS', degrees, 0) : '',
  });
  return new LayerGroup({
    layers: [new Graticule({ ...shared, zIndex: -18, strokeStyle }), labels],
  });
}

/** The position of coordinates on the map (CSS px from its top left) and the map's size. */
function onScreen(map: OlMap, degrees: Coordinate) {
  const [width = 0, height = 0] = map.getSize() ?? [];
  const view = map.getView();
  const [x = 0, y = 0] = fromLonLat(degrees);
  const [centerX = 0, centerY = 0] = view.getCenter() ?? [];
  const resolution = view.getResolution() ?? 1;
  return {
    x: width / 2 + (x - centerX) / resolution,
    y: height / 2 - (y - centerY) / resolution,
    width,
    height,
  };
}

/** Farther out, too many places are in view to name one. */
const PLACE_ZOOM = 8;

/** Shows the name of the place at the center of the map, because its own label may be out of view. */
export function addPlaceName(
  map: OlMap,
  { states, counties }: Record<'states' | 'counties', VectorSource>,
) {
  const element = document.createElement('div');
  element.className = 'map-place ol-unselectable';
  element.hidden = true;
  map.addControl(new Control({ element }));
  const findNamedAt = (source: VectorSource, place: Coordinate) =>
    source
      .getFeaturesAtCoordinate(place)
      .find((feature) => typeof feature.get('name') === 'string');
  const update = () => {
    const isNear = (map.getView().getZoom() ?? 0) >= PLACE_ZOOM;
    const center = isNear ? map.getView().getCenter() : undefined;
    const county = center ? findNamedAt(counties, center) : undefined;
    const state = center ? findNamedAt(states, center) : undefined;
    const text = placeName(
      county && countyName(String(county.getId()), String(county.get('name'))),
      state && String(state.get('name')),
    );
    element.hidden = text === '';
    element.textContent = text;
  };
  map.on('moveend', update);
  counties.on('change', update);
}
