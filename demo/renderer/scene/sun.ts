/** In degrees; the azimuth is clockwise from north. */
export type SunPosition = { azimuth: number; elevation: number };

const RAD = Math.PI / 180;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const DAY_MS = 86_400_000;

/** The low-precision formula of the Astronomical Almanac, accurate to 0.01 degrees without refraction. */
export function sunAt(instant: Date, latitude: number, longitude: number): SunPosition {
  const days = (instant.getTime() - J2000_MS) / DAY_MS;
  const anomaly = (357.528 + 0.985_600_3 * days) * RAD;
  const mean = 280.46 + 0.985_647_4 * days;
  const ecliptic = (mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RAD;
  const tilt = (23.439 - 0.000_000_4 * days) * RAD;
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic));
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic));
  const sidereal = (280.460_618_37 + 360.985_647_366_29 * days + longitude) * RAD;
  const hour = sidereal - ascension;
  const phi = latitude * RAD;
  const elevation = Math.asin(
    Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hour),
  );
  const azimuth = Math.atan2(
    -Math.sin(hour),
    Math.cos(phi) * Math.tan(declination) - Math.sin(phi) * Math.cos(hour),
  );
  return { azimuth: (azimuth / RAD + 360) % 360, elevation: elevation / RAD };
}
