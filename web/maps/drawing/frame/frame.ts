import './frame.css';
import { fromLonLat, toLonLat } from 'ol/proj.js';
import { type BaseMap, drawableBaseMap, type MapToken } from '#domain/base-map.ts';
import { ADDRESSES } from '#web/lib/paths.ts';
import { type BaseMapView, createMap, PAN_MS } from '../base-map.ts';
import { extentOf, rasterLayers } from '../raster-layers.ts';
import { type FromFrame, readToFrame, type ToFrame, type SiteLayer } from './messages.ts';
import { showMarkers } from './project-markers.ts';
import Control from 'ol/control/Control.js';
import { getHeight, getWidth, intersects } from 'ol/extent.js';
import type OlMap from 'ol/Map.js';

/** Height of a pin in CSS px. Orthophotos smaller than this would be hidden behind it. */
const PIN_PX = 40;

/** Loads only orthophotos in view that are larger than a pin. */
function createOrthophotoLayers(map: OlMap, onFailure: () => void) {
  const layers = rasterLayers(map, ({ isGivenUp }) => {
    if (isGivenUp) onFailure();
  });
  const captions = document.createElement('ul');
  captions.className = 'map-captions ol-unselectable';
  map.addControl(new Control({ element: captions }));
  let placed: { site: SiteLayer; extent: number[] }[] = [];
  const update = () => {
    const view = map.getView();
    const viewExtent = view.calculateExtent(map.getSize());
    const smallest = PIN_PX * (view.getResolution() ?? Infinity);
    const visible = placed.filter(
      ({ extent }) =>
        Math.max(getWidth(extent), getHeight(extent)) > smallest && intersects(extent, viewExtent),
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

/** Maximum zoom when fitting all projects; the built-in outlines show too little detail to go closer. */
const MAX_FIT_ZOOM: Record<BaseMap['kind'], number> = { built_in: 9, mapbox: 14, tiles: 14 };

/** Maximum zoom of the built-in map for a project without an orthophoto; closer in, there may be no outline in view. */
const OUTLINE_ZOOM = 11;
/** Maximum zoom for an orthophoto, and the margin around it in CSS px. */
const MAX_SITE_ZOOM = 21;
const SITE_PADDING = [32, 32, 32, 32];

const postToPortal = (message: FromFrame) => window.parent.postMessage(message, window.origin);

function startMap(target: HTMLElement): void {
  const kind = document.querySelector<HTMLMetaElement>('meta[name="base-map"]')
    ?.content as BaseMap['kind'];
  const isDark = document.documentElement.dataset['mantineColorScheme'] === 'dark';
  const view = createMap(target, {
    label:
      'Map of projects. Use the arrow keys to move, plus and minus to zoom. The list next to the map has the same information.',
    isDark,
    onBaseFailure: () =>
      postToPortal({
        type: 'map:failed',
        message: 'The base map did not load. Showing outlines instead.',
      }),
  });
  const markers = showMarkers({
    map: view.map,
    duration: view.duration,
    onSelect: (projectId) => postToPortal({ type: 'map:selected', projectId }),
  });
  markers.setDark(isDark);
  const setOrthophotos = createOrthophotoLayers(view.map, () =>
    postToPortal({ type: 'map:failed', message: 'The orthophotos did not load.' }),
  );
  let isPlaced = false;
  const handleMessage: {
    [Type in ToFrame['type']]: (message: Extract<ToFrame, { type: Type }>) => void;
  } = {
    'map:markers': (message) => {
      markers.set(message.markers);
      if (!isPlaced && message.markers.length > 0)
        markers.fitAll(MAX_FIT_ZOOM[kind] ?? MAX_FIT_ZOOM.built_in);
      isPlaced ||= message.markers.length > 0;
    },
    'map:select': ({ projectId }) => markers.select(projectId),
    'map:orthophotos': ({ orthophotos }) => setOrthophotos(orthophotos),
    'map:focus': (message) => {
      isPlaced = true;
      markers.select(message.projectId);
      const zoom = kind === 'built_in' ? Math.min(message.zoom, OUTLINE_ZOOM) : message.zoom;
      void pan(view, { ...message, zoom }).then(postToPortal);
    },
    'map:units': ({ units }) => view.setUnits(units),
    'map:scheme': (message) => {
      document.documentElement.dataset['mantineColorScheme'] = message.isDark ? 'dark' : 'light';
      view.setDark(message.isDark);
      markers.setDark(message.isDark);
    },
  };
  window.addEventListener('message', (event) => {
    const message = readToFrame(event, { source: window.parent, origin: window.origin });
    if (message) handleMessage[message.type](message as never);
  });
  if (kind !== 'built_in') void loadBaseMap(view);
  postToPortal({ type: 'map:ready' });
}

async function pan(
  { map, duration }: BaseMapView,
  { projectId, latitude, longitude, zoom, bounds }: Extract<ToFrame, { type: 'map:focus' }>,
): Promise<FromFrame> {
  const view = map.getView();
  const began = performance.now();
  const center = fromLonLat([longitude, latitude]);
  const ms = duration(PAN_MS);
  view.cancelAnimations();
  await new Promise((resolve) => {
    view.fit(bounds ? extentOf(bounds) : [...center, ...center], {
      size: map.getSize() ?? [1, 1],
      padding: SITE_PADDING,
      maxZoom: bounds ? MAX_SITE_ZOOM : zoom,
      ...(ms > 0 && { duration: ms }),
      callback: resolve,
    });
  });
  const [x = 0, y = 0] = toLonLat(view.getCenter() ?? center);
  return {
    type: 'map:moved',
    projectId,
    ms: Math.round(performance.now() - began),
    center: [x, y],
    zoom: view.getZoom() ?? zoom,
  };
}

/** The endpoint returns the base map settings to signed-in people only. */
async function loadBaseMap(view: BaseMapView): Promise<void> {
  try {
    const answer = await fetch(`${ADDRESSES.api}/map-token${window.location.search}`);
    const body: unknown = await answer.json();
    if (!answer.ok) return postToPortal({ type: 'map:failed', message: messageIn(body) });
    const base = drawableBaseMap(body as MapToken);
    if (base) view.setBase(base);
    else postToPortal({ type: 'map:failed', message: 'No map token was received.' });
  } catch {
    postToPortal({ type: 'map:failed', message: null });
  }
}

const messageIn = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : null;

const target = document.querySelector<HTMLElement>('#map');
if (window.parent === window) {
  document.querySelector('#alone')?.removeAttribute('hidden');
} else if (target) {
  startMap(target);
}
