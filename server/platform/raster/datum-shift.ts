import type { CoordinateSystem } from './coordinate-system.ts';
import { meters, placeOfPixel, type Affine, type Point } from './georeference.ts';
import { projectionOf } from './projection.ts';
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

/** Systems of these ellipsoids are WGS 84 to within a meter or two, or published with their shift. */
const MODERN = /\+(?:ellps|datum)=(?:GRS80|WGS84)\b|"GRS.?(?:19)?80"|"WGS.?(?:19)?84"/i;
/** A shift that the file itself states, or web mercator. */
const STATED = /\+towgs84=|TOWGS84\[|\+nadgrids=@null/i;

/** Degrees from an area to a place, 0 within it. */
function distanceTo({ west, south, east, north }: Shift, [longitude, latitude]: Point): number {
  const across = (from: number) => Math.abs(((longitude - from + 540) % 360) - 180);
  const isBetween = (longitude - west + 720) % 360 <= (east - west + 720) % 360;
  const x = isBetween ? 0 : Math.min(across(west), across(east));
  return Math.hypot(x, Math.max(0, south - latitude, latitude - north));
}

/**
 * Shifts a system to WGS 84 as GDAL does: of what the register has for its datum the most accurate one whose area
 * has the middle of the raster. Beyond all areas the nearest one is taken; it may be off by as much as it shifts.
 */
export function shiftedAt(
  { epsg, proj4, base }: CoordinateSystem,
  affine: Affine,
  { width, height }: { width: number; height: number },
): ShiftedSystem {
  const unshifted = { epsg, proj4, uncertainty: null };
  if (STATED.test(proj4)) return unshifted;
  const middle = placeOfPixel(affine, [width / 2, height / 2]);
  const place = projectionOf(proj4).unproject(middle);
  if (!place.every(Number.isFinite)) return unshifted;
  const near = (base === null ? [] : shiftsOf(base))
    .map((shift) => ({ ...shift, distance: distanceTo(shift, place) }))
    .toSorted((a, b) => a.distance - b.distance || a.accuracy - b.accuracy);
  const [best] = near;
  if (!best) return MODERN.test(proj4) ? unshifted : { ...unshifted, uncertainty: UNKNOWN };
  const shifted = withShift(proj4, best.towgs84);
  const moved = 1.02 * Math.hypot(...meters(place, projectionOf(shifted).unproject(middle)));
  const accuracy = best.distance === 0 ? best.accuracy : Math.max(best.accuracy, moved);
  return {
    epsg,
    proj4: shifted,
    uncertainty: accuracy >= WORTH_A_WORD ? Math.ceil(accuracy) : null,
  };
}

function withShift(proj4: string, towgs84: readonly number[]): string {
  if (towgs84.every((value) => value === 0)) return proj4;
  const values = towgs84.join(',');
  if (proj4.startsWith('+')) return `${proj4.replace(' +no_defs', '')} +towgs84=${values} +no_defs`;
  return proj4.replace(/((?:SPHEROID|ELLIPSOID)\["[^"]*",[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\])/i, `$1,TOWGS84[${values}]`);
}
