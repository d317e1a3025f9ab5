import type { CoordinateSystem } from './coordinate-system.ts';
import { meters, placeOfPixel, projectionOf, type Affine, type Point } from './georeference.ts';
import { shiftsOf, type Shift } from './register.ts';

/** A system with how its datum relates to WGS 84 where a raster is. */
export type ShiftedSystem = {
  epsg: number | null;
  proj4: string;
  /** How far the map may be off, whole meters; null where that is not worth a word. */
  uncertainty: number | null;
};

/** Less is in the order of what drones without corrections measure, meters. */
const WORTH_A_WORD = 5;
/** Where nobody published a shift, it is as large as the largest that somebody published, meters. */
const UNKNOWN = 1500;
/** Degrees from the edge of an area at which either of two shifts may be taken. */
const BORDER = 1;
/** Distances of ours are good to this factor. */
const ROUNDING = 1.02;

/** Systems of these ellipsoids are WGS 84 to within a meter or two, or published with their shift. */
const MODERN = /\+(?:ellps|datum)=(?:GRS80|WGS84)\b|"GRS.?(?:19)?80"|"WGS.?(?:19)?84"/i;
/** A shift that the file itself states, or web mercator. */
const STATED = /\+towgs84=|TOWGS84\[|\+nadgrids=@null/i;

/** Degrees from an area to a place; within it less than 0, by as much as to its edge. */
function distanceTo({ west, south, east, north }: Shift, [longitude, latitude]: Point): number {
  const half = (east - west + (east < west ? 360 : 0)) / 2;
  const across = Math.abs(((longitude - west - half + 900) % 360) - 180) - half;
  const up = Math.max(south - latitude, latitude - north);
  return across > 0 && up > 0 ? Math.hypot(across, up) : Math.max(across, up);
}

/**
 * Shifts a system to WGS 84 as GDAL does: of what the register has for its datum the most accurate whose area has
 * the middle of the raster; beyond all areas the nearest, which may be off by as much as it shifts. Near the edge
 * of an area the one that would be next adds what it differs by.
 */
export function shiftedAt(
  { epsg, proj4, base }: CoordinateSystem,
  affine: Affine,
  { width, height }: { width: number; height: number },
): ShiftedSystem {
  const unshifted = { epsg, proj4, uncertainty: null };
  if (STATED.test(proj4)) return unshifted;
  const middle = placeOfPixel(affine, [width / 2, height / 2]);
  const placeIn = (text: string) => projectionOf(text).unproject(middle);
  const place = placeIn(proj4);
  if (!place.every(Number.isFinite)) return unshifted;
  // A meridian of its own can only be given to what proj4 spells.
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
  if (!chosen) return MODERN.test(proj4) ? unshifted : { ...unshifted, uncertainty: UNKNOWN };
  const at = placeIn(chosen.text);
  const apart = (other: Point) => Math.hypot(...meters(at, other)) * ROUNDING;
  const firm = order.find(({ distance }) => distance <= -BORDER);
  const differences = order
    .filter(({ accuracy, distance }) => distance < BORDER && !(accuracy > (firm?.accuracy ?? NaN)))
    .map(({ text }) => apart(placeIn(text)));
  const ofNone = best ? 0 : apart(place);
  const uncertainty = Math.max(chosen.accuracy * ROUNDING, ofNone, ...differences);
  return {
    epsg,
    proj4: chosen.text,
    uncertainty: uncertainty >= WORTH_A_WORD ? Math.ceil(uncertainty) : null,
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
