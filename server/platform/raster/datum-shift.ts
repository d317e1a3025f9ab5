import type { CoordinateSystem } from './coordinate-system.ts';
import { meters, placeOfPixel, projectionOf, type Affine, type Point } from './georeference.ts';
import { shiftsOf, type Shift } from './register.ts';

export type ShiftedSystem = {
  epsg: number | null;
  proj4: string;
  /** How far the map may be off, in whole meters; null if negligible. */
  uncertainty: number | null;
};

/** Meters; less is within the accuracy of drones without corrections. */
const NEGLIGIBLE_BELOW = 5;
/** Meters. The largest published shift; assumed for a datum without one. */
const UNKNOWN_SHIFT = 1500;
/** Degrees; this close to the edge of an area, either of two shifts may apply. */
const BORDER_DEGREES = 1;
const ROUNDING_FACTOR = 1.02;

/** Ellipsoids of systems within a meter or two of WGS 84, or whose shift is published. */
const MODERN_ELLIPSOID = /\+(?:ellps|datum)=(?:GRS80|WGS84)\b|"GRS.?(?:19)?80"|"WGS.?(?:19)?84"/i;
/** The system includes a shift, or is Web Mercator. */
const HAS_OWN_SHIFT = /\+towgs84=|TOWGS84\[|\+nadgrids=@null/i;

function distanceTo({ west, south, east, north }: Shift, [longitude, latitude]: Point): number {
  const half = (east - west + (east < west ? 360 : 0)) / 2;
  const across = Math.abs(((longitude - west - half + 900) % 360) - 180) - half;
  const up = Math.max(south - latitude, latitude - north);
  return across > 0 && up > 0 ? Math.hypot(across, up) : Math.max(across, up);
}

/**
 * Like GDAL, uses the most accurate registered shift for the raster's center. If there is none, uses the nearest one.
 */
export function shiftedAt(
  { epsg, proj4, base }: CoordinateSystem,
  affine: Affine,
  { width, height }: { width: number; height: number },
): ShiftedSystem {
  const unshifted = { epsg, proj4, uncertainty: null };
  if (HAS_OWN_SHIFT.test(proj4)) return unshifted;
  const middle = placeOfPixel(affine, [width / 2, height / 2]);
  const placeIn = (text: string) => projectionOf(text).unproject(middle);
  const place = placeIn(proj4);
  if (!place.every(Number.isFinite)) return unshifted;
  // Only a proj4 string can be given another prime meridian.
  const fits = ({ meridian }: Shift) => meridian === null || proj4.startsWith('+');
  const shifts = base === null ? [] : shiftsOf(base);
  const known = shifts.filter(fits).map((shift) => ({
    accuracy: shift.accuracy,
    distance: distanceTo(shift, place),
    text: withShift(proj4, shift),
  }));
  const order = known.toSorted((a, b) => a.accuracy - b.accuracy);
  const best = order.find(({ distance }) => distance <= 0);
  const chosen = best ?? known.toSorted((a, b) => a.distance - b.distance)[0];
  if (!chosen)
    return MODERN_ELLIPSOID.test(proj4) ? unshifted : { ...unshifted, uncertainty: UNKNOWN_SHIFT };
  const at = placeIn(chosen.text);
  const apart = (other: Point) => Math.hypot(...meters(at, other)) * ROUNDING_FACTOR;
  const certain = order.find(({ distance }) => distance <= -BORDER_DEGREES);
  const differences = order
    .filter(
      ({ accuracy, distance }) =>
        distance < BORDER_DEGREES && !(accuracy > (certain?.accuracy ?? NaN)),
    )
    .map(({ text }) => apart(placeIn(text)));
  const outside = best ? 0 : apart(place);
  const uncertainty = Math.max(chosen.accuracy * ROUNDING_FACTOR, outside, ...differences);
  return {
    epsg,
    proj4: chosen.text,
    uncertainty: uncertainty >= NEGLIGIBLE_BELOW ? Math.ceil(uncertainty) : null,
  };
}

function withShift(proj4: string, { meridian, towgs84 }: Shift): string {
  if (towgs84.every((value) => value === 0)) return proj4;
  const values = towgs84.join(',');
  if (!proj4.startsWith('+'))
    return proj4.replace(/(?:SPHEROID|ELLIPSOID)\[[^[\]]*\]/i, `$&,TOWGS84[${values}]`);
  const text = proj4.replace(' +no_defs', '');
  const turned = meridian === null ? text : `${text.replace(/ \+pm=\S+/, '')} +pm=${meridian}`;
  return `${turned} +towgs84=${values} +no_defs`;
}
