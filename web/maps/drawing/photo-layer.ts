import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Icon from 'ol/style/Icon.js';
import Style from 'ol/style/Style.js';
import { toMap } from './shapes.ts';

/** Where a photo was taken; `yaw` is where it looks, degrees clockwise from north, null when straight down. */
export type PhotoMarker = {
  id: string;
  longitude: number;
  latitude: number;
  yaw: number | null;
};

const BLUE = '#3552d0';
const DOT = `<circle cx="20" cy="20" r="7" fill="${BLUE}" stroke="#fff" stroke-width="2"/>`;
/** The look, towards the top. */
const LOOK = `<path d="M20 20 11 3Q20 -2 29 3Z" fill="${BLUE}" fill-opacity=".55" stroke="#fff" stroke-opacity=".8"/>`;

const picture = (content: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${content}</svg>`,
  )}`;
const DOWN = picture(DOT);
const AHEAD = picture(LOOK + DOT);

const iconOf = (yaw: number | null) =>
  yaw === null
    ? new Icon({ src: DOWN })
    : new Icon({ src: AHEAD, rotation: (yaw * Math.PI) / 180, rotateWithView: true });

/** The photos of a week on its map; the id of a feature is that of the photo. */
export function photoLayer() {
  const source = new VectorSource();
  const layer = new VectorLayer({ source, zIndex: 900 });
  return {
    layer,
    show: (photos: readonly PhotoMarker[]): void => {
      source.clear();
      source.addFeatures(
        photos.map(({ id, longitude, latitude, yaw }) => {
          const feature = new Feature({ geometry: new Point(toMap([longitude, latitude])) });
          feature.setId(id);
          feature.setStyle(new Style({ image: iconOf(yaw) }));
          return feature;
        }),
      );
    },
  };
}
