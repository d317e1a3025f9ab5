import { looksDown } from './directions.ts';
import { differsInLens, focalDifference, lensName, type LensFacts } from './lens.ts';

/** Camera position, direction, and lens. Meters and degrees (WGS 84, yaw clockwise from north). */
export type Pose = LensFacts & {
  viewpointId?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
  relativeAltitude?: number | null | undefined;
  gimbalYaw?: number | null | undefined;
  gimbalPitch?: number | null | undefined;
  flightYaw?: number | null | undefined;
};

/** `order`: the photos only have the same place in flight order. */
export type PairReason = 'viewpoint' | 'position' | 'order';
export type PhotoPair<T> = { before: T; after: T; reason: PairReason };

const POSE_TOLERANCE = { meters: 10, altitude: 6, yaw: 15, pitch: 10 } as const;

const EARTH_RADIUS = 6_371_008.8;
/** Higher than any difference within tolerances, so that pairs with known positions come first. */
const NO_POSITION_COST = 10;
/** Lower than any difference, so that pairs of one viewpoint come first. */
const SAME_VIEWPOINT_COST = -1_000_000;
/** Staff may put photos with different lenses in one viewpoint; pairs with the same lens come first. */
const OTHER_LENS_COST = 100_000;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Haversine formula with the mean earth radius; meters. */
export function distanceMeters(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const north = Math.sin(radians(b.latitude - a.latitude) / 2) ** 2;
  const east = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  const across = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * east;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(north + across)));
}

export function angleBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % 360;
  return Math.min(turn, 360 - turn);
}

/**
 * Pairs each photo of `after`. Photos of one viewpoint come first, then the closest poses with the same lens, each
 * once. The rest get the first unused photo, preferably with the same lens; if all are used, the one at the same index.
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
  const free = new Set(before.flatMap((_photo, i) => (taken.has(i) ? [] : [i])));
  const nextFree = (photo: T) => {
    const isOfLens = (i: number) => !differsInLens(before[i] ?? {}, photo);
    const next = [...free].find(isOfLens) ?? [...free][0];
    if (next !== undefined) free.delete(next);
    return next;
  };
  return after.flatMap((photo, j) => {
    const found = partners.get(j) ?? {
      index: nextFree(photo) ?? Math.min(j, before.length - 1),
      reason: 'order',
    };
    const partner = before[found.index];
    return partner ? [{ before: partner, after: photo, reason: found.reason }] : [];
  });
}

export function matchViewpoint<T extends Pose>(photo: Pose, viewpoints: readonly T[]): T | null {
  let nearest: { viewpoint: T; cost: number } | null = null;
  for (const viewpoint of viewpoints) {
    const match = compare(photo, viewpoint);
    if (match?.reason !== 'position' || (nearest && nearest.cost <= match.cost)) continue;
    nearest = { viewpoint, cost: match.cost };
  }
  return nearest?.viewpoint ?? null;
}

/** A position farther than this from all viewpoints of the project must be wrong. */
const FAR_OFF_METERS = 2000;

export function isFarOff(photo: Pose, others: readonly Pose[]): boolean {
  const at = placeOf(photo);
  const places = others.flatMap((other) => placeOf(other) ?? []);
  if (!at || places.length === 0) return false;
  return places.every((place) => distanceMeters(at, place) > FAR_OFF_METERS);
}

/** Degrees. A compass near steel is less accurate than a gimbal. */
const SAME_VIEW_LIMITS = { pitch: 30, yaw: 60 } as const;

export function hasDifferentView(a: Pose, b: Pose): boolean {
  if (differsInLens(a, b)) return true;
  if ((gap(a.gimbalPitch, b.gimbalPitch) ?? 0) > SAME_VIEW_LIMITS.pitch) return true;
  if (looksDown(a) || looksDown(b)) return false;
  return (turnOf(a.gimbalYaw, b.gimbalYaw) ?? 0) > SAME_VIEW_LIMITS.yaw;
}

type Likely<T> = { viewpoint: T; by: 'position' | 'direction' };

/** Suggestions may differ by up to this multiple of the tolerances for automatic matches. */
const SUGGESTION_TOLERANCE = 6;

/** The likeliest viewpoints of a photo, best first: by position, or by direction if the position is unknown. */
export function likeliestViewpoints<T extends Pose>(
  photo: Pose,
  viewpoints: readonly T[],
): Likely<T>[] {
  const ofLens = viewpoints.filter((viewpoint) => !differsInLens(photo, viewpoint));
  const found = ofLens.flatMap((viewpoint): (Likely<T> & { cost: number })[] => {
    const [place, ...look] = differences(photo, viewpoint);
    const known = look.filter((share) => share != null);
    const cost = Math.hypot(place ?? 0, ...known);
    if (place != null)
      return cost <= SUGGESTION_TOLERANCE ? [{ viewpoint, cost, by: 'position' }] : [];
    // One angle isn't enough, except straight down, where a site has few viewpoints.
    const isKnownEnough = known.length >= 2 || (looksDown(photo) && looksDown(viewpoint));
    const isSimilar = isKnownEnough && known.every((share) => share <= 1);
    return isSimilar ? [{ viewpoint, cost, by: 'direction' }] : [];
  });
  return found.toSorted((a, b) => a.cost - b.cost).map(({ viewpoint, by }) => ({ viewpoint, by }));
}

function candidates(before: readonly Pose[], after: readonly Pose[]) {
  const found: { i: number; j: number; cost: number; reason: PairReason }[] = [];
  before.forEach((a, i) => {
    after.forEach((b, j) => {
      const match = compare(a, b);
      if (!match) return;
      const apart = Math.abs(i / before.length - j / after.length);
      found.push({
        i,
        j,
        cost: match.cost + (match.reason === 'order' ? apart : 0),
        reason: match.reason,
      });
    });
  });
  return found.sort((x, y) => x.cost - y.cost || x.j - y.j || x.i - y.i);
}

function compare(a: Pose, b: Pose): { cost: number; reason: PairReason } | null {
  const shares = differences(a, b);
  const known = shares.filter((share) => share !== null);
  // A photo without lens data is more likely wide than zoom.
  const unknownLensCost = lensName(a) === lensName(b) ? 0 : 1;
  const cost = Math.hypot(...known, focalDifference(a, b) ?? unknownLensCost);
  const isOtherLens = differsInLens(a, b);
  if (a.viewpointId != null && b.viewpointId != null) {
    const isSame = a.viewpointId === b.viewpointId;
    const more = isOtherLens ? OTHER_LENS_COST : 0;
    return isSame ? { cost: SAME_VIEWPOINT_COST + more + cost, reason: 'viewpoint' } : null;
  }
  if (isOtherLens) return null;
  if (known.some((share) => share > 1)) return null;
  if (placeOf(a) && placeOf(b)) return { cost, reason: 'position' };
  const isPitchKnown = a.gimbalPitch != null && b.gimbalPitch != null;
  const isYawKnown = a.gimbalYaw != null && b.gimbalYaw != null && !looksDown(a) && !looksDown(b);
  const isKnown = isPitchKnown || isYawKnown;
  return isKnown ? { cost: NO_POSITION_COST + cost, reason: 'order' } : null;
}

/**
 * Clockwise degrees between overhead photos, above -180 up to 180. 0 if a flight yaw is unknown or the difference is
 * small.
 */
export function turnBetween(before: Pose, after: Pose): number {
  if (!looksDown(before) || !looksDown(after)) return 0;
  if (before.flightYaw == null || after.flightYaw == null) return 0;
  const turn = (((after.flightYaw - before.flightYaw) % 360) + 360) % 360;
  const short = turn > 180 ? turn - 360 : turn;
  return Math.abs(short) > POSE_TOLERANCE.yaw ? short : 0;
}

const placeOf = ({ latitude, longitude }: Pose) =>
  latitude == null || longitude == null ? null : { latitude, longitude };

function differences(a: Pose, b: Pose): (number | null)[] {
  const [from, to] = [placeOf(a), placeOf(b)];
  return [
    from && to ? distanceMeters(from, to) / POSE_TOLERANCE.meters : null,
    shareOf(gap(a.relativeAltitude, b.relativeAltitude), POSE_TOLERANCE.altitude),
    shareOf(gap(a.gimbalPitch, b.gimbalPitch), POSE_TOLERANCE.pitch),
    looksDown(a) && looksDown(b)
      ? shareOf(turnOf(a.flightYaw, b.flightYaw), 180)
      : shareOf(turnOf(a.gimbalYaw, b.gimbalYaw), POSE_TOLERANCE.yaw),
  ];
}

const gap = (a: number | null | undefined, b: number | null | undefined) =>
  a == null || b == null ? null : Math.abs(a - b);

const turnOf = (a: number | null | undefined, b: number | null | undefined) =>
  a == null || b == null ? null : angleBetween(a, b);

const shareOf = (difference: number | null, allowed: number) =>
  difference === null ? null : difference / allowed;
