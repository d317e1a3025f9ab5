/** Where a photo was taken from and looked to. Metres and degrees (WGS 84, yaw clockwise from north). */
export type Pose = {
  viewpointId?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  relativeAltitude?: number | null | undefined;
  gimbalYaw?: number | null | undefined;
  gimbalPitch?: number | null | undefined;
};

/**
 * How the two of a pair were found: the same viewpoint, the same place and look within the
 * tolerances, or merely the same turn in the order of their flights.
 */
export type PairReason = 'viewpoint' | 'position' | 'order';
export type PhotoPair<T> = { before: T; after: T; reason: PairReason };

/**
 * How far two photos of one viewpoint may be apart. Satellite positioning without correction is good
 * to some metres, a barometric altitude drifts with the weather, a gimbal holds a few degrees.
 */
const POSE_TOLERANCE = { metres: 10, altitude: 6, yaw: 15, pitch: 10 } as const;

/** Looking down at less than this pitch a gimbal's yaw says nothing: it turns freely about the plumb line. */
const STRAIGHT_DOWN = -80;
const EARTH_RADIUS = 6_371_008.8;
/** Above every distance within the tolerances, so that a known position always wins. */
const WITHOUT_POSITION = 10;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres between two positions in degrees along the sphere of mean radius (haversine formula). */
export function distanceMetres(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const east = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(north + across)));
}

/** Smallest angle between two directions, 0-180 degrees. */
export function angleBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return Math.min(turn, 360 - turn);
}

/**
 * Pairs every photo of `after` with one of `before`, in the order of `after`. Both lists are in
 * their own sort order. Photos of one viewpoint come first, then the nearest poses, each photo once;
 * what is left takes the photo at its own place in the order, which another may have too.
 * Empty when one list is empty.
 */
export function pairPhotos<T extends Pose>(
  before: readonly T[],
  after: readonly T[],
): PhotoPair<T>[] {
  const partners = new Map<number, { index: number; reason: PairReason }>();
  const taken = new Set<number>();
  for (const { i, j, reason } of candidates(before, after)) {
    if (taken.has(i) || partners.has(j)) continue;
    taken.add(i);
    partners.set(j, { index: i, reason });
  }
  return after.flatMap((photo, j) => {
    const found = partners.get(j) ?? { index: Math.min(j, before.length - 1), reason: 'order' };
    const partner = before[found.index];
    return partner ? [{ before: partner, after: photo, reason: found.reason }] : [];
  });
}

/**
 * The viewpoint that a photo was taken from: the nearest within the tolerances, by place and look.
 * Null when none is, or when either position is unknown.
 */
export function matchViewpoint<T extends Pose>(photo: Pose, viewpoints: readonly T[]): T | null {
  let nearest: { viewpoint: T; cost: number } | null = null;
  for (const viewpoint of viewpoints) {
    const match = compare(photo, viewpoint);
    if (match?.reason !== 'position' || (nearest && nearest.cost <= match.cost)) continue;
    nearest = { viewpoint, cost: match.cost };
  }
  return nearest?.viewpoint ?? null;
}

/** All pairs that may belong together, the most alike first. */
function candidates(before: readonly Pose[], after: readonly Pose[]) {
  const found: { i: number; j: number; cost: number; reason: PairReason }[] = [];
  before.forEach((a, i) => {
    after.forEach((b, j) => {
      const match = compare(a, b);
      if (!match) return;
      const turn = Math.abs(i / before.length - j / after.length);
      found.push({
        i,
        j,
        cost: match.cost + (match.reason === 'order' ? turn : 0),
        reason: match.reason,
      });
    });
  });
  return found.sort((x, y) => x.cost - y.cost || x.j - y.j || x.i - y.i);
}

function compare(a: Pose, b: Pose): { cost: number; reason: PairReason } | null {
  if (a.viewpointId != null && b.viewpointId != null) {
    return a.viewpointId === b.viewpointId ? { cost: -1, reason: 'viewpoint' } : null;
  }
  const look = lookCost(a, b);
  if (look === null) return null;
  if (a.latitude == null || a.longitude == null || b.latitude == null || b.longitude == null) {
    const isKnown = a.gimbalPitch != null && b.gimbalPitch != null;
    return isKnown ? { cost: WITHOUT_POSITION + look, reason: 'order' } : null;
  }
  const metres = distanceMetres(
    { latitude: a.latitude, longitude: a.longitude },
    { latitude: b.latitude, longitude: b.longitude },
  );
  const place = share(metres, POSE_TOLERANCE.metres);
  const height = share(gap(a.relativeAltitude, b.relativeAltitude), POSE_TOLERANCE.altitude);
  if (place === null || height === null) return null;
  return { cost: Math.hypot(place, height, look), reason: 'position' };
}

/** How differently two photos look, 0 for the same; null beyond the tolerances. */
function lookCost(a: Pose, b: Pose): number | null {
  const pitch = share(gap(a.gimbalPitch, b.gimbalPitch), POSE_TOLERANCE.pitch);
  const isDown = (a.gimbalPitch ?? 0) < STRAIGHT_DOWN && (b.gimbalPitch ?? 0) < STRAIGHT_DOWN;
  const knowsYaw = !isDown && a.gimbalYaw != null && b.gimbalYaw != null;
  const turn = knowsYaw ? angleBetween(a.gimbalYaw ?? 0, b.gimbalYaw ?? 0) : 0;
  const yaw = share(turn, POSE_TOLERANCE.yaw);
  return pitch === null || yaw === null ? null : Math.hypot(pitch, yaw);
}

/** Difference of two values; what is not known differs by nothing. */
const gap = (a: number | null | undefined, b: number | null | undefined) =>
  a == null || b == null ? 0 : Math.abs(a - b);

/** A difference as a share of what is allowed; null when it is more. */
const share = (difference: number, allowed: number) =>
  difference > allowed ? null : difference / allowed;
