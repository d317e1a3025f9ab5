type Position = readonly [number, number];

/** WGS 84: semi-major axis in meters, and flattening. */
const A = 6_378_137;
const F = 1 / 298.257_223_563;
const B = A * (1 - F);
const E2 = F * (2 - F);
const E = Math.sqrt(E2);
const RADIANS = Math.PI / 180;
/** About 0.006 mm. */
const TOLERANCE = 1e-12;
const MAX_ITERATIONS = 100;

/**
 * Meters on the WGS 84 ellipsoid, to less than a millimeter (T. Vincenty, Direct and inverse solutions of geodesics on
 * the ellipsoid, Survey Review 23, 1975). Falls back to a sphere for nearly antipodal points, where the formula doesn't
 * converge.
 */
export function distanceBetween([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const difference = wrapDegrees(lon2 - lon1) * RADIANS;
  const [u1, u2] = [lat1, lat2].map((lat) => Math.atan((1 - F) * Math.tan(lat * RADIANS))) as [
    number,
    number,
  ];
  const [sin1, cos1, sin2, cos2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  let lambda = difference;
  for (let round = 0; round < MAX_ITERATIONS; round++) {
    const [sinL, cosL] = [Math.sin(lambda), Math.cos(lambda)];
    const sinS = Math.hypot(cos2 * sinL, cos1 * sin2 - sin1 * cos2 * cosL);
    if (sinS === 0) return 0;
    const cosS = sin1 * sin2 + cos1 * cos2 * cosL;
    const sigma = Math.atan2(sinS, cosS);
    const sinA = (cos1 * cos2 * sinL) / sinS;
    const cosA2 = 1 - sinA ** 2;
    const cosM = cosA2 === 0 ? 0 : cosS - (2 * sin1 * sin2) / cosA2;
    const c = (F / 16) * cosA2 * (4 + F * (4 - 3 * cosA2));
    const next =
      difference +
      (1 - c) * F * sinA * (sigma + c * sinS * (cosM + c * cosS * (2 * cosM ** 2 - 1)));
    if (Math.abs(next - lambda) < TOLERANCE) return arcLength({ cosA2, sigma, sinS, cosS, cosM });
    lambda = next;
  }
  return onSphere([lon1, lat1], [lon2, lat2]);
}

type Arc = { cosA2: number; sigma: number; sinS: number; cosS: number; cosM: number };

function arcLength({ cosA2, sigma, sinS, cosS, cosM }: Arc): number {
  const u2 = (cosA2 * (A ** 2 - B ** 2)) / B ** 2;
  const a = 1 + (u2 / 16384) * (4096 + u2 * (-768 + u2 * (320 - 175 * u2)));
  const b = (u2 / 1024) * (256 + u2 * (-128 + u2 * (74 - 47 * u2)));
  const last = (b / 6) * cosM * (4 * sinS ** 2 - 3) * (4 * cosM ** 2 - 3);
  return B * a * (sigma - b * sinS * (cosM + (b / 4) * (cosS * (2 * cosM ** 2 - 1) - last)));
}

function onSphere([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const half = (degrees: number) => Math.sin((degrees * RADIANS) / 2) ** 2;
  const both = Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS);
  const chord = half(lat2 - lat1) + both * half(lon2 - lon1);
  return 2 * ((2 * A + B) / 3) * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export const lengthOf = (line: readonly Position[]): number =>
  line.slice(1).reduce((sum, at, index) => sum + distanceBetween(line[index] ?? at, at), 0);

/**
 * Square meters on the WGS 84 ellipsoid (J. P. Snyder, Map Projections: A Working Manual, 1987, equation 3-12). Error
 * below 0.01 % for sides up to 1 km.
 */
export function areaOf(corners: readonly Position[]): number {
  const first = corners[0];
  if (!first) return 0;
  const origin = zone(first[1]);
  const doubled = corners.reduce((sum, [lon, lat], index) => {
    const [nextLon, nextLat] = corners[(index + 1) % corners.length] ?? first;
    const heights = zone(lat) + zone(nextLat) - 2 * origin;
    return sum + wrapDegrees(nextLon - lon) * RADIANS * heights;
  }, 0);
  return (Math.abs(doubled) / 4) * A ** 2;
}

function zone(latitude: number): number {
  const sin = Math.sin(latitude * RADIANS);
  return (1 - E2) * (sin / (1 - E2 * sin ** 2) + Math.atanh(E * sin) / E);
}

/** From -180 up to 180. */
export const wrapDegrees = (degrees: number): number =>
  ((((degrees + 180) % 360) + 360) % 360) - 180;
