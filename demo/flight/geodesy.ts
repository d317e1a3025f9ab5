/** In degrees (WGS 84). */
export type Position = { latitude: number; longitude: number };

/**
 * In meters in UTM zone 14 north (EPSG:32614). `convergence` is the angle of grid north east of true north, in degrees.
 */
export type GridPosition = {
  easting: number;
  northing: number;
  convergence: number;
  scale: number;
};

const RAD = Math.PI / 180;
const A = 6_378_137;
const F = 1 / 298.257_223_563;
const N = F / (2 - F);
const E2 = F * (2 - F);
const MERIDIAN = -99;
const SCALE = 0.9996;
const RECTIFYING = (A / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64);
const ALPHA = [
  N / 2 - (2 * N ** 2) / 3 + (5 * N ** 3) / 16,
  (13 * N ** 2) / 48 - (3 * N ** 3) / 5,
  (61 * N ** 3) / 240,
] as const;

/** Transverse Mercator with Krüger's third-order series, accurate to a millimeter within a zone. */
export function toUtm14({ latitude, longitude }: Position): GridPosition {
  const [phi, lambda] = [latitude * RAD, (longitude - MERIDIAN) * RAD];
  const root = (2 * Math.sqrt(N)) / (1 + N);
  const t = Math.sinh(Math.atanh(Math.sin(phi)) - root * Math.atanh(root * Math.sin(phi)));
  const xi = Math.atan2(t, Math.cos(lambda));
  const eta = Math.atanh(Math.sin(lambda) / Math.hypot(1, t));
  let [x, y] = [eta, xi];
  ALPHA.forEach((alpha, index) => {
    const k = 2 * (index + 1);
    x += alpha * Math.cos(k * xi) * Math.sinh(k * eta);
    y += alpha * Math.sin(k * xi) * Math.cosh(k * eta);
  });
  const easting = 500_000 + SCALE * RECTIFYING * x;
  return {
    easting,
    northing: SCALE * RECTIFYING * y,
    convergence: Math.atan(Math.tan(lambda) * Math.sin(phi)) / RAD,
    scale: SCALE * (1 + ((easting - 500_000) / A) ** 2 / 2),
  };
}

/** Returns the position this many grid meters east and north of a site. */
export function fromSite(site: Position, east: number, north: number): Position {
  const { convergence, scale } = toUtm14(site);
  const [cos, sin] = [Math.cos(convergence * RAD) / scale, Math.sin(convergence * RAD) / scale];
  const [e, n] = [east * cos + north * sin, north * cos - east * sin];
  const bend = 1 - E2 * Math.sin(site.latitude * RAD) ** 2;
  const meridian = (A * (1 - E2)) / bend ** 1.5;
  const parallel = (A / Math.sqrt(bend)) * Math.cos(site.latitude * RAD);
  return {
    latitude: site.latitude + n / meridian / RAD,
    longitude: site.longitude + e / parallel / RAD,
  };
}
