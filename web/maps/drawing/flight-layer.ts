import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { MapPosition } from '#domain/measurements.ts';
import { toMap } from './shapes.ts';

/** The way of the drone during a film. */
export type FlightLine = { id: string; line: readonly MapPosition[] };

const stroke = (width: number, color: string) =>
  new Style({ stroke: new Stroke({ color, width, lineJoin: 'round', lineCap: 'round' }) });
const STYLES = [stroke(5, '#fff'), stroke(3, '#3552d0')];

/** The flights of a week's films on its map; the id of a feature is that of the film. */
export function flightLayer() {
  const source = new VectorSource();
  const layer = new VectorLayer({ source, zIndex: 890, style: STYLES });
  return {
    layer,
    show: (flights: readonly FlightLine[]): void => {
      source.clear();
      source.addFeatures(
        flights.map(({ id, line }) => {
          const feature = new Feature({ geometry: new LineString(line.map(toMap)) });
          feature.setId(id);
          return feature;
        }),
      );
    },
  };
}
