import { z } from 'zod';
import { Id } from './fields.ts';
import { commonArea } from './common-part.ts';
import { cornersOf, mapPoint, type Homography, type Size } from './homography.ts';
import { looksDown } from './directions.ts';
import { angleBetween, turnBetween, type Pose } from './viewpoints.ts';

/**
 * Why a photo is not laid on the reference of its viewpoint:
 * - `no-picture`: one of the two has no flat picture (damaged, a sphere, not readable here);
 * - `no-detail`: too dark, blurred or empty to hold on to;
 * - `no-match`: nothing shows that both are of the same place;
 * - `unsure`: something agrees, not enough to swear to;
 * - `turned`: it lies turned in a way that its camera cannot have been;
 * - `too-far`: what both show is too small a part, or the drone stood elsewhere.
 */
export const NOT_ALIGNED = [
  'no-picture',
  'no-detail',
  'no-match',
  'unsure',
  'turned',
  'too-far',
] as const;
export type NotAligned = (typeof NOT_ALIGNED)[number];

const N = z.number();

/**
 * How a photo lies on the reference of its viewpoint; null while it has not been looked at. `matrix` maps pixels of
 * the photo to the reference's, row by row, both at full size (see domain/homography.ts).
 */
export const Alignment = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('aligned'),
    matrix: z.tuple([N, N, N, N, N, N, N, N, N]),
    /** File id of the reference; the photo's own when it is the reference itself. */
    reference: Id,
    /** How far apart things stay that rise from the ground, in pixels of a picture 2048 wide; 0 when nothing does. */
    parallax: N,
  }),
  z.object({ state: z.literal('not-aligned'), reason: z.enum(NOT_ALIGNED) }),
]);
export type Alignment = z.infer<typeof Alignment>;

/** How a photo lies on another one. */
export type Lie = {
  /** Degrees clockwise that it is turned by, -180 to 180. */
  turn: number;
  /** How much larger it becomes; 1 when as large. */
  scale: number;
  /** The corner that moves furthest but for the turn, as a share of the width. */
  shift: number;
  /** Share of the other photo that it covers. */
  overlap: number;
};

/** Null for a matrix that no camera can make: mirrored, folded, or passing through infinity within the picture. */
export function lieOf(matrix: Homography, from: Size, to: Size): Lie | null {
  const [width, height] = [from.width, from.height];
  const depths = cornersOf(from).map(([x, y]) => matrix[6] * x + matrix[7] * y + matrix[8]);
  const [nearest, furthest] = [Math.min(...depths), Math.max(...depths)];
  if (nearest <= 0 || furthest > nearest * MOST_TILT) return null;
  const at = (x: number, y: number) => mapPoint(matrix, [x * width, y * height]);
  const [left, right, above, below] = [at(0.25, 0.5), at(0.75, 0.5), at(0.5, 0.25), at(0.5, 0.75)];
  const across = [(right[0] - left[0]) / (width / 2), (right[1] - left[1]) / (width / 2)] as const;
  const down = [
    (below[0] - above[0]) / (height / 2),
    (below[1] - above[1]) / (height / 2),
  ] as const;
  const area = across[0] * down[1] - across[1] * down[0];
  if (area <= 0) return null;
  const angle = Math.atan2(across[1] - down[0], across[0] + down[1]);
  const scale = Math.sqrt(area) * (width / to.width);
  return {
    turn: (angle * 180) / Math.PI,
    scale,
    shift: shiftOf(matrix, from, to, angle),
    overlap: commonArea([matrix], [from], to) / (to.width * to.height),
  };
}

/** The furthest that a corner moves when the photo is first turned about its middle, as a share of the width. */
function shiftOf(matrix: Homography, from: Size, to: Size, angle: number): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const moved = cornersOf(from).map((corner) => {
    const [u, v] = mapPoint(matrix, corner);
    const [x, y] = [corner[0] - from.width / 2, corner[1] - from.height / 2];
    const k = to.width / from.width;
    const across = (x * cos - y * sin) * k + to.width / 2;
    const down = (x * sin + y * cos) * k + to.height / 2;
    return Math.hypot(u - across, v - down);
  });
  return Math.max(...moved) / to.width;
}

/** What was measured of two photos; see server/platform/alignment. Counts, and `spread` as a share of the picture. */
export type Evidence = {
  matrix: Homography | null;
  features: number;
  inliers: number;
  tested: number;
  agreeing: number;
  spread: number;
};

/** Near is so many times nearer in one corner than in another, at most, before the two were taken elsewhere. */
const MOST_TILT = 2.5;
const LEAST = {
  features: 150,
  inliers: 10,
  agreeing: 60,
  share: 0.12,
  spread: 0.2,
  overlap: 0.35,
};
const MOST = { shift: 0.25, scale: 1.3, turn: 12, turnDown: 30 };

/** Why a photo is not laid on another; null when it is. When in doubt it is not. */
export function refusalOf(evidence: Evidence, { from, to }: OfTwo): NotAligned | null {
  if (evidence.features < LEAST.features) return 'no-detail';
  if (!evidence.matrix || evidence.inliers < LEAST.inliers) return 'no-match';
  if (!lieOf(evidence.matrix, from, to)) return 'no-match';
  return isSure(evidence, LEAST) ? refusalOfLie(evidence.matrix, { from, to }) : 'unsure';
}

const isSure = ({ agreeing, tested, spread }: Evidence, least: Omit<typeof LEAST, 'overlap'>) =>
  agreeing >= least.agreeing && agreeing >= tested * least.share && spread >= least.spread;

type OfTwo = { from: Pose & Size; to: Pose & Size };

/** Why two photos that lie so on one another are none of one viewpoint; null when they may be. */
export function refusalOfLie(matrix: Homography, { from, to }: OfTwo): NotAligned | null {
  const lie = lieOf(matrix, from, to);
  if (!lie) return 'no-match';
  if (isTurnedOddly(lie.turn, to, from)) return 'turned';
  const isFar =
    lie.overlap < LEAST.overlap ||
    lie.shift > MOST.shift ||
    Math.max(lie.scale, 1 / lie.scale) > MOST.scale;
  return isFar ? 'too-far' : null;
}

/** Of two that look straight down from different places, as one step of a way that must end where it began. */
const LEAST_OF_STEP = { ...LEAST, agreeing: 40, share: 0.1 };

/** Why a photo does not lie on one of another viewpoint that shows some of the same ground; null when it does. */
export function refusalOfStep(evidence: Evidence, { from, to }: OfTwo): NotAligned | null {
  if (evidence.features < LEAST.features) return 'no-detail';
  const lie = evidence.matrix && lieOf(evidence.matrix, from, to);
  if (!lie || evidence.inliers < LEAST.inliers) return 'no-match';
  if (!isSure(evidence, LEAST_OF_STEP)) return 'unsure';
  return isTurnedOddly(lie.turn, to, from) ? 'turned' : null;
}

/** How much speaks for two photos being of one viewpoint that are not laid on one another, from 0 to 1. */
export function hintOf(evidence: Evidence, reason: NotAligned): number {
  const { inliers, agreeing, tested, spread } = evidence;
  if (inliers < LEAST.inliers) return 0;
  const seen = (agreeing / Math.max(1, tested)) * spread + Math.min(1, inliers / 100) / 100;
  // They show the same ground, but from elsewhere.
  return reason === 'too-far' || reason === 'turned' ? seen / 5 : seen;
}

/** A camera that looks ahead keeps the horizon level; one that looks down turns with the drone's nose. */
function isTurnedOddly(turn: number, before: Pose, after: Pose): boolean {
  if (!mayLieTurned(before, after)) return Math.abs(turn) > MOST.turn;
  const [a, b] = [before.flightYaw, after.flightYaw];
  if (a == null || b == null) return false;
  return angleBetween(turn, turnBetween(before, after)) > MOST.turnDown;
}

/** Whether two photos may lie turned by any angle: both look straight down. */
export const mayLieTurned = (a: Pose, b: Pose) => looksDown(a) && looksDown(b);

/** How well two photos hold together: 0 not at all, 1 in every point of the picture. */
export type Link = { a: string; b: string; strength: number };

/** A reference stays as long as no other holds together with the rest so much better. */
const WORTH_A_CHANGE = 1.1;

/** The photo that holds together best with all others; `now` unless another is clearly better. */
export function bestConnected(now: string, ids: readonly string[], links: readonly Link[]): string {
  const total = (id: string) =>
    links.reduce((sum, { a, b, strength }) => sum + (a === id || b === id ? strength : 0), 0);
  const best = ids.reduce((found, id) => (total(id) > total(found) ? id : found), now);
  return total(best) > total(now) * WORTH_A_CHANGE ? best : now;
}

/** Whether a viewpoint with so many photos chooses its reference anew: at 3, 6, 12, and so on. */
export const choosesReferenceAt = (photos: number) =>
  photos >= 3 && Number.isInteger(Math.log2(photos / 3));

/** So many photos, evenly over time, speak for all of a viewpoint when it chooses its reference. */
export function sampleOf<T>(inOrder: readonly T[], most = 5): T[] {
  if (inOrder.length <= most) return [...inOrder];
  const step = (inOrder.length - 1) / (most - 1);
  const places = new Set(Array.from({ length: most }, (_, i) => Math.round(i * step)));
  return inOrder.filter((_each, i) => places.has(i));
}

/** So many times stronger than the next. */
const CLEARLY = 1.5;

/** The strongest of what was found; null when another is nearly as strong. */
export function clearlyBest<T extends { strength: number }>(found: readonly T[]): T | null {
  const [best, next] = found.toSorted((a, b) => b.strength - a.strength);
  return best && (!next || best.strength >= next.strength * CLEARLY) ? best : null;
}
