import Control from 'ol/control/Control.js';
import { getHeight, getWidth, intersects } from 'ol/extent.js';
import type OlMap from 'ol/Map.js';
import { extentOf, rasterLayers } from '../raster-layers.ts';
import type { SiteLayer } from './messages.ts';

/** Height of a pin, CSS px. Orthophotos smaller than this would be hidden behind it. */
const PIN_PX = 40;

/** Draws projects' orthophotos in place, with their captions. Loads only those in view that are larger than a pin. */
export function showSites(map: OlMap, onFailure: () => void) {
  const layers = rasterLayers(map, ({ isGivenUp }) => {
    if (isGivenUp) onFailure();
  });
  const captions = document.createElement('ul');
  captions.className = 'map-captions ol-unselectable';
  map.addControl(new Control({ element: captions }));
  let placed: { site: SiteLayer; extent: number[] }[] = [];
  const update = () => {
    const view = map.getView();
    const inSight = view.calculateExtent(map.getSize());
    const smallest = PIN_PX * (view.getResolution() ?? Infinity);
    const visible = placed.filter(
      ({ extent }) =>
        Math.max(getWidth(extent), getHeight(extent)) > smallest && intersects(extent, inSight),
    );
    const texts = new Set(visible.map(({ site }) => site.caption));
    captions.replaceChildren(
      ...[...texts].map((text) => {
        const item = document.createElement('li');
        item.textContent = text;
        return item;
      }),
    );
    layers.show(visible.map(({ site }) => ({ ...site, opacity: 1, side: 'both' })));
  };
  map.on('moveend', update);
  return (sites: readonly SiteLayer[]) => {
    placed = sites.map((site) => ({ site, extent: extentOf(site.bounds) }));
    update();
  };
}
