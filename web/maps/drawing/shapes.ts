import type { Coordinate } from 'ol/coordinate.js';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { MapPosition } from '#domain/measurements.ts';

export type Shape = 'point' | 'line' | 'area';
export type DrawnShape = {
  id: string;
  shape: Shape;
  corners: readonly MapPosition[];
  label: string;
  isChosen: boolean;
};

export const toMap = (position: MapPosition): Coordinate => fromLonLat([...position]);
export const toPosition = (coordinate: Coordinate): MapPosition => {
  const [longitude = 0, latitude = 0] = toLonLat(coordinate);
  return [longitude, latitude];
};

export function geometryOf(shape: Shape, corners: readonly Coordinate[]) {
  const [first] = corners;
  if (!first) return undefined;
  if (shape === 'point' || corners.length === 1) return new Point(first);
  if (shape === 'line' || corners.length === 2) return new LineString([...corners]);
  return new Polygon([[...corners, first]]);
}

// Light and dark, so that shapes are visible on any picture.
const HALO = 'rgb(11 13 16 / 70%)';
const LINE = '#ffd43b';
const AREA = 'rgb(255 212 59 / 28%)';

const stroke = (width: number, color: string) => new Stroke({ color, width, lineJoin: 'round' });

/** Styles of a shape and its label. `corners` are drawn as dots. */
export function stylesOf(width: number, label: string, corners: readonly Coordinate[]): Style[] {
  const dots = new CircleStyle({
    radius: width + 2,
    fill: new Fill({ color: '#fff' }),
    stroke: stroke(2, HALO),
  });
  return [
    new Style({ stroke: stroke(width + 3, HALO), fill: new Fill({ color: AREA }), image: dots }),
    new Style({
      stroke: stroke(width, LINE),
      ...(label && {
        text: new Text({
          text: label,
          font: "600 12px 'Inter Variable', system-ui, sans-serif",
          overflow: true,
          offsetY: -14,
          padding: [3, 6, 2, 6],
          fill: new Fill({ color: '#fff' }),
          backgroundFill: new Fill({ color: 'rgb(11 13 16 / 78%)' }),
        }),
      }),
    }),
    ...(corners.length > 1
      ? [new Style({ image: dots, geometry: new MultiPoint([...corners]) })]
      : []),
  ];
}

export function featureOf({ shape, corners, label, isChosen }: DrawnShape): Feature {
  const coordinates = corners.map(toMap);
  const feature = new Feature({ geometry: geometryOf(shape, coordinates) });
  feature.setStyle(stylesOf(isChosen ? 3 : 2, label, isChosen ? coordinates : []));
  return feature;
}
