import { boundingExtent, createEmpty, extend, getHeight, getWidth } from 'ol/extent.js';
import Feature, { type FeatureLike } from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import type OlMap from 'ol/Map.js';
import Overlay from 'ol/Overlay.js';
import { fromLonLat } from 'ol/proj.js';
import Cluster from 'ol/source/Cluster.js';
import VectorSource from 'ol/source/Vector.js';
import type { Marker } from './messages.ts';
import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Icon from 'ol/style/Icon.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';

const RED = '#d92626';
const SELECTED_RED = '#a51111';
const FONT = "'Inter Variable', system-ui, sans-serif";

/** The tip marks the location. */
const pin = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="40" viewBox="0 0 30 40"><path d="M15 37C11 29 3 22.5 3 14a12 12 0 0 1 24 0c0 8.5-8 15-12 23z" fill="${color}" stroke="#fff" stroke-width="2"/><circle cx="15" cy="14" r="4.5" fill="#fff"/></svg>`,
  )}`;

const icon = (color: string, scale: number) =>
  new Icon({ src: pin(color), anchor: [0.5, 0.925], scale, declutterMode: 'none' });

const PIN = icon(RED, 1);
const SELECTED_PIN = icon(SELECTED_RED, 1.2);

function pinStyle(name: string, isSelected: boolean, isDark: boolean): Style {
  return new Style({
    image: isSelected ? SELECTED_PIN : PIN,
    zIndex: isSelected ? 1 : 0,
    text: new Text({
      // The popup shows the selected project's name.
      text: isSelected ? '' : name,
      font: `600 12px ${FONT}`,
      offsetY: 12,
      fill: new Fill({ color: isDark ? '#dfe2e7' : '#16191f' }),
      stroke: new Stroke({ color: isDark ? '#16191f' : '#fff', width: 4 }),
    }),
  });
}

function clusterStyle(count: number, isSelected: boolean): Style {
  return new Style({
    image: new Circle({
      radius: 17 + Math.min(8, Math.log2(count)),
      fill: new Fill({ color: isSelected ? SELECTED_RED : RED }),
      stroke: new Stroke({ color: 'rgb(255 255 255 / 85%)', width: 3 }),
      declutterMode: 'none',
    }),
    text: new Text({
      text: String(count),
      font: `600 13px ${FONT}`,
      fill: new Fill({ color: '#fff' }),
      declutterMode: 'none',
    }),
  });
}

/** Markers closer than this are clustered. */
const CLUSTER_PX = 44;
/** Zooming can't separate markers that are closer than this. */
const MIN_DISTANCE_METERS = 2;
/** Top, right (zoom buttons), bottom, left. */
const FIT_PADDING = [72, 88, 56, 56];
const HIT_PX = 6;

const membersOf = (feature: FeatureLike) => (feature.get('features') ?? []) as Feature<Point>[];
const markerOf = (feature: FeatureLike) => feature.get('marker') as Marker;

type Options = {
  map: OlMap;
  onSelect: (projectId: string) => void;
  duration: (ms: number) => number;
};

/** Pins that are close together are shown as a circle with a count. */
export function showMarkers({ map, onSelect, duration }: Options) {
  const source = new VectorSource<Feature<Point>>();
  const cluster = new Cluster({ source, distance: CLUSTER_PX, minDistance: CLUSTER_PX / 2 });
  let selectedId: string | null = null;
  let isDark = false;
  const style = (feature: FeatureLike) => {
    const members = membersOf(feature);
    const isSelected = members.some((member) => markerOf(member).projectId === selectedId);
    const [only] = members;
    return members.length === 1 && only
      ? pinStyle(markerOf(only).name, isSelected, isDark)
      : clusterStyle(members.length, isSelected);
  };
  const layer = new VectorLayer({ source: cluster, style, zIndex: 1000, declutter: true });
  map.addLayer(layer);
  const popup = addPopup(map, onSelect);
  const select = (projectId: string | null) => {
    selectedId = projectId;
    layer.changed();
    popup.show(source.getFeatures().filter((each) => markerOf(each).projectId === projectId));
  };
  const fit = (features: Feature<Point>[], maxZoom: number, ms: number) => {
    const extent = createEmpty();
    for (const each of features) extend(extent, each.getGeometry()?.getExtent() ?? extent);
    map.getView().fit(extent, { padding: FIT_PADDING, maxZoom, duration: duration(ms) });
  };
  map.on('click', (event) => {
    const [hit] = map.getFeaturesAtPixel(event.pixel, {
      hitTolerance: HIT_PX,
      layerFilter: (each) => each === layer,
    });
    const members = hit ? membersOf(hit) : [];
    const [only] = members;
    if (!only) return select(null);
    if (members.length === 1) {
      select(markerOf(only).projectId);
      return onSelect(markerOf(only).projectId);
    }
    const places = members.map((each) => each.getGeometry()?.getCoordinates() ?? []);
    const extent = boundingExtent(places);
    if (Math.max(getWidth(extent), getHeight(extent)) < MIN_DISTANCE_METERS)
      return popup.show(members);
    fit(members, map.getView().getMaxZoom(), 400);
  });
  map.on('pointermove', (event) => {
    if (event.dragging) return;
    const isOver = map.hasFeatureAtPixel(event.pixel, { layerFilter: (each) => each === layer });
    map.getTargetElement()?.classList.toggle('is-over-marker', isOver);
  });
  return {
    select,
    setDark: (nowDark: boolean) => {
      isDark = nowDark;
      layer.changed();
    },
    set: (markers: readonly Marker[]) => {
      source.clear(true);
      source.addFeatures(
        markers.map((marker) => {
          const place = fromLonLat([marker.longitude, marker.latitude]);
          return new Feature({ geometry: new Point(place), marker });
        }),
      );
    },
    fitAll: (maxZoom: number) => {
      if (!source.isEmpty()) fit(source.getFeatures(), maxZoom, 0);
    },
  };
}

function addPopup(map: OlMap, onSelect: (projectId: string) => void) {
  const element = document.createElement('div');
  element.className = 'map-popup';
  const overlay = new Overlay({ element, positioning: 'bottom-center', offset: [0, -44] });
  map.addOverlay(overlay);
  return {
    show: (features: Feature<Point>[]) => {
      element.replaceChildren(
        ...features.map((each) =>
          features.length === 1
            ? describeMarker(markerOf(each))
            : choiceButton(markerOf(each), onSelect),
        ),
      );
      overlay.setPosition(features[0]?.getGeometry()?.getCoordinates());
    },
  };
}

/** Sets text instead of HTML, since project names are free text. */
function textElement(name: 'strong' | 'span', text: string): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}

function describeMarker({ name, detail }: Marker): HTMLElement {
  const element = document.createElement('div');
  element.append(textElement('strong', name), textElement('span', detail));
  return element;
}

function choiceButton(
  { projectId, name }: Marker,
  onSelect: (projectId: string) => void,
): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = name;
  button.addEventListener('click', () => onSelect(projectId));
  return button;
}
