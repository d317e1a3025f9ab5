import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Icon from 'ol/style/Icon.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { MapPosition } from '#domain/measurements.ts';
import { featureOf, toMap } from './shapes.ts';

/**
 * Where a photo was taken. `yaw` is the view direction in degrees clockwise from north; null if it looks straight down.
 */
export type PhotoMarker = {
  id: string;
  longitude: number;
  latitude: number;
  yaw: number | null;
};

export type FlightLine = { id: string; line: readonly MapPosition[] };

const BLUE = '#3552d0';
const DOT = `<circle cx="20" cy="20" r="7" fill="${BLUE}" stroke="#fff" stroke-width="2"/>`;
/** Shows the view direction. Points up until rotated. */
const VIEW_CONE = `<path d="M20 20 11 3Q20 -2 29 3Z" fill="${BLUE}" fill-opacity=".55" stroke="#fff" stroke-opacity=".8"/>`;

const picture = (content: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${content}</svg>`,
  )}`;
const DOT_ICON = picture(DOT);
const CONE_ICON = picture(VIEW_CONE + DOT);

const iconOf = (yaw: number | null) =>
  yaw === null
    ? new Icon({ src: DOT_ICON })
    : new Icon({ src: CONE_ICON, rotation: (yaw * Math.PI) / 180, rotateWithView: true });

const stroke = (width: number, color: string) =>
  new Style({ stroke: new Stroke({ color, width, lineJoin: 'round', lineCap: 'round' }) });
const LINE = [stroke(5, '#fff'), stroke(3, BLUE)];

/** A layer whose features are replaced all at once; each has the ID of its item. */
function layerOf<Shown extends { id: string }>(zIndex: number, draw: (shown: Shown) => Feature) {
  const source = new VectorSource();
  return {
    layer: new VectorLayer({ source, zIndex }),
    show: (all: readonly Shown[]): void => {
      source.clear();
      source.addFeatures(
        all.map((shown) => {
          const feature = draw(shown);
          feature.setId(shown.id);
          return feature;
        }),
      );
    },
  };
}

const createFeature = (geometry: Point | LineString, style: Style | Style[]) => {
  const feature = new Feature({ geometry });
  feature.setStyle(style);
  return feature;
};

/** A submission's flights, photos and measurements, from bottom to top. */
export const featureLayers = () => ({
  flights: layerOf(890, ({ line }: FlightLine) =>
    createFeature(new LineString(line.map(toMap)), LINE),
  ),
  photos: layerOf(900, ({ longitude, latitude, yaw }: PhotoMarker) =>
    createFeature(new Point(toMap([longitude, latitude])), new Style({ image: iconOf(yaw) })),
  ),
  shapes: layerOf(950, featureOf),
});
