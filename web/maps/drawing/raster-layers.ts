import type { Extent } from 'ol/extent.js';
import TileLayer from 'ol/layer/Tile.js';
import type OlMap from 'ol/Map.js';
import { transformExtent } from 'ol/proj.js';
import { getRenderPixel } from 'ol/render.js';
import type RenderEvent from 'ol/render/Event.js';
import XYZ from 'ol/source/XYZ.js';
import type { Bounds } from '#domain/rasters.ts';
import { watchTiles, type TileStatus } from './tile-status.ts';

/** `id` stays the same when the tile URLs change. */
export type SurveyLayer = {
  id: string;
  /** Contains {z}, {x} and {y}. */
  url: string;
  bounds: Bounds;
  minZoom: number;
  maxZoom: number;
  opacity: number;
  /** The side of the divider on which the layer is drawn, if there is a divider. */
  side: 'before' | 'after' | 'both';
};

/** Bounds in degrees as a Web Mercator extent. */
export const extentOf = ({ west, south, east, north }: Bounds): Extent =>
  transformExtent([west, south, east, north], 'EPSG:4326', 'EPSG:3857');

/** Above this device pixel ratio, tiles of the next zoom level are drawn at half size. */
const SHARP_RATIO = 1.4;
const TILE_PX = 256;

type ShownLayer = { layer: TileLayer<XYZ>; url: string; side: SurveyLayer['side'] };

export function rasterLayers(map: OlMap, onStatus: (status: TileStatus) => void) {
  const shown = new Map<string, ShownLayer>();
  const tiles = watchTiles(onStatus);
  /** Percent from the left; null without a divider. */
  let split: number | null = null;

  const add = (wanted: SurveyLayer): ShownLayer => {
    const ratio = window.devicePixelRatio > SHARP_RATIO ? 2 : 1;
    const source = new XYZ({
      url: wanted.url,
      minZoom: wanted.minZoom,
      maxZoom: wanted.maxZoom,
      tileSize: TILE_PX / ratio,
      tilePixelRatio: ratio,
      transition: 0,
    });
    const layer = new TileLayer({ source, extent: extentOf(wanted.bounds) });
    const entry: ShownLayer = { layer, url: wanted.url, side: wanted.side };
    layer.on('prerender', (event) => clip(event, entry.side));
    layer.on('postrender', ({ context }) => (context as CanvasRenderingContext2D).restore());
    tiles.add(source);
    map.addLayer(layer);
    return entry;
  };

  const clip = (event: RenderEvent, side: SurveyLayer['side']) => {
    const context = event.context as CanvasRenderingContext2D;
    const [width = 0, height = 0] = map.getSize() ?? [];
    context.save();
    if (split === null || side === 'both') return;
    const divider = (width * split) / 100;
    const [left, right] = side === 'before' ? [0, divider] : [divider, width];
    context.beginPath();
    for (const [x, y] of [
      [left, 0],
      [right, 0],
      [right, height],
      [left, height],
    ] as const) {
      const [pixelX = 0, pixelY = 0] = getRenderPixel(event, [x, y]);
      context.lineTo(pixelX, pixelY);
    }
    context.closePath();
    context.clip();
  };

  const remove = (id: string, { layer }: ShownLayer) => {
    const source = layer.getSource();
    if (source) tiles.remove(source);
    map.removeLayer(layer);
    shown.delete(id);
  };

  return {
    /** Shows exactly these layers, the first at the bottom. Existing ones are reused. */
    show: (wanted: readonly SurveyLayer[]): void => {
      const ids = new Set(wanted.map(({ id }) => id));
      for (const [id, entry] of shown) if (!ids.has(id)) remove(id, entry);
      for (const [index, one] of wanted.entries()) {
        const entry = shown.get(one.id) ?? add(one);
        shown.set(one.id, entry);
        entry.side = one.side;
        entry.layer.setZIndex(index);
        entry.layer.setOpacity(one.opacity);
        if (entry.url !== one.url) entry.layer.getSource()?.setUrl(one.url);
        entry.url = one.url;
      }
      map.render();
    },
    setSplit: (percent: number | null): void => {
      split = percent;
      map.render();
    },
    retry: tiles.retryNow,
    stop: tiles.stop,
  };
}
