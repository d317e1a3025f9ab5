import type { FeatureLike } from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { addPlaceName, createGrid } from './map-grid.ts';
import { loadCounties, loadCountries, type OutlineKind } from './outlines.ts';

const COUNTY_ZOOM = 6;
/** Zoom from which there may be no outline in view. */
const GRID_ZOOM = 10.5;
/** Resolution (meters per pixel at the equator) below which names are drawn. */
const NAME_RESOLUTIONS: Partial<Record<OutlineKind, number>> = {
  country: 40_000,
  state: 12_000,
  county: 620,
};

const CREDIT = 'Natural Earth, U.S. Census Bureau';

const LIGHT_COLORS = {
  water: '#d6e0ea',
  land: '#f1f1ee',
  state: '#fafaf8',
  border: '#aeb5c0',
  faint: '#cdd2d9',
  grid: '#e4e6e9',
  name: '#565d68',
};
const DARK_COLORS: typeof LIGHT_COLORS = {
  water: '#0b0f15',
  land: '#161a21',
  state: '#1b2028',
  border: '#4a5261',
  faint: '#323945',
  grid: '#262c35',
  name: '#949ba7',
};

/** The map's background color, which stands for water. */
export const waterColor = (isDark: boolean): string => (isDark ? DARK_COLORS : LIGHT_COLORS).water;

function stylesFor(isDark: boolean): Record<OutlineKind, Style> {
  const colors = isDark ? DARK_COLORS : LIGHT_COLORS;
  const area = (color: string) => new Style({ fill: new Fill({ color }) });
  const line = (color: string, width: number) =>
    new Style({ stroke: new Stroke({ color, width }) });
  const name = (style: Style, font: string, halo: string) => {
    style.setText(
      new Text({
        font: `${font} 'Inter Variable', system-ui, sans-serif`,
        fill: new Fill({ color: colors.name }),
        stroke: new Stroke({ color: halo, width: 3 }),
      }),
    );
    return style;
  };
  return {
    land: area(colors.state),
    country: name(area(colors.land), '500 12px', colors.land),
    state: name(area(colors.state), '600 12px', colors.state),
    border: line(colors.border, 1),
    state_border: line(colors.border, 1.25),
    county_border: line(colors.faint, 1),
    // Only the counties' names are drawn.
    county: name(new Style(), '400 11px', colors.state),
  };
}

const styleOf = (isDark: boolean) => {
  const styles = stylesFor(isDark);
  return (feature: FeatureLike, resolution: number) => {
    const kind = feature.get('kind') as OutlineKind;
    const style = styles[kind];
    const isNamed = resolution < (NAME_RESOLUTIONS[kind] ?? 0);
    style.getText()?.setText(isNamed ? String(feature.get('name')) : '');
    return style;
  };
};

/**
 * Adds outlines below all layers, each loaded when first needed. Returns a function that changes their colors. If
 * loading fails, calls `onFailure` and leaves the map plain.
 */
export function addOutlines(map: OlMap, isDark: boolean, onFailure: (error: unknown) => void) {
  const [states, counties] = [new VectorSource({ attributions: CREDIT }), new VectorSource()];
  const layer = (source: VectorSource, zIndex: number, minZoom = -1) =>
    new VectorLayer({
      source,
      style: styleOf(isDark),
      declutter: true,
      zIndex,
      minZoom,
    });
  const layers = [layer(states, -20), layer(counties, -19, COUNTY_ZOOM)];
  for (const each of layers) map.addLayer(each);
  loadCountries()
    .then((features) => states.addFeatures(features))
    .catch(onFailure);
  const loadWhenNear = () => {
    if ((map.getView().getZoom() ?? 0) < COUNTY_ZOOM) return;
    map.un('moveend', loadWhenNear);
    void loadInto(counties).catch(onFailure);
  };
  map.on('moveend', loadWhenNear);
  addPlaceName(map, { states, counties });
  let lines = addGrid(map, isDark);
  map.addLayer(lines);
  return (nowDark: boolean) => {
    for (const each of layers) each.setStyle(styleOf(nowDark));
    map.removeLayer(lines);
    lines = addGrid(map, nowDark);
    map.addLayer(lines);
  };
}

const addGrid = (map: OlMap, isDark: boolean) => {
  const { grid: line, name, state } = isDark ? DARK_COLORS : LIGHT_COLORS;
  return createGrid(map, GRID_ZOOM, { line, text: name, halo: state });
};

async function loadInto(counties: VectorSource): Promise<void> {
  for await (const features of loadCounties()) counties.addFeatures(features);
}
