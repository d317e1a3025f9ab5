import { z } from 'zod';
import { Id } from './fields.ts';
import { commonArea } from './common-area.ts';
import { cornersOf, mapPoint, type Homography, type Size } from './homography.ts';
import { looksDown } from './directions.ts';
import { angleBetween, turnBetween, type Pose } from './viewpoints.ts';

/**
 * `no-picture`: a photo has no flat preview. `no-detail`: too dark, blurred, or empty. `no-match`: the photos have
 * nothing in common. `unsure`: too little evidence. `turned`: implausible rotation. `too-far`: little overlap or a
 * different position.
 */
export const NOT_ALIGNED_REASONS = [
  'no-picture',
  'no-detail',
  'no-match',
  'unsure',
  'turned',
  'too-far',
] as const;
export type NotAligned = (typeof NOT_ALIGNED_REASONS)[number];

const Num = z.number();

/** `matrix` maps the photo to its viewpoint's reference, both at full size (see homography.ts). */
export const Alignment = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('aligned'),
    matrix: z.tuple([Num, Num, Num, Num, Num, Num, Num, Num, Num]),
    /** File ID of the reference; may be the photo itself. */
    reference: Id,
    /**
     * Remaining offset of tall objects after alignment, in pixels at a picture width of 2048; 0 if there is no offset.
     */
    parallax: Num,
  }),
  z.object({ state: z.literal('not-aligned'), reason: z.enum(NOT_ALIGNED_REASONS) }),
]);
export type Alignment = z.infer<typeof Alignment>;

export type Placement = {
  /** Clockwise rotation in degrees, -180 to 180. */
  turn: number;
  scale: number;
  shift: number;
  overlap: number;
};

/** Null for a matrix that no camera can produce: mirrored, folded, or passing through infinity within the image. */
export function placementOf(matrix: Homography, from: Size, to: Size): Placement | null {
  const [width, height] = [from.width, from.height];
  const depths = cornersOf(from).map(([x, y]) => matrix[6] * x + matrix[7] * y + matrix[8]);
  const [nearest, furthest] = [Math.min(...depths), Math.max(...depths)];
  if (nearest <= 0 || furthest > nearest * MAX_DEPTH_RATIO) return null;
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

/**
 * Measurements of a photo pair (see server/platform/alignment). All are counts except `spread`, a fraction of the
 * picture.
 */
export type AlignmentEvidence = {
  matrix: Homography | null;
  features: number;
  inliers: number;
  tested: number;
  agreeing: number;
  spread: number;
};

/** Maximum depth ratio between corners. Beyond it, the photos were taken from different places. */
const MAX_DEPTH_RATIO = 2.5;
const MINIMUM = {
  features: 150,
  inliers: 10,
  agreeing: 60,
  share: 0.12,
  spread: 0.2,
  overlap: 0.35,
};
const MAXIMUM = { shift: 0.25, scale: 1.3, turn: 12, turnDown: 30 };

/** Why a photo isn't aligned, including when in doubt; null if it is. */
export function alignmentRefusal(
  evidence: AlignmentEvidence,
  { from, to }: PosePair,
): NotAligned | null {
  if (evidence.features < MINIMUM.features) return 'no-detail';
  if (!evidence.matrix || evidence.inliers < MINIMUM.inliers) return 'no-match';
  if (!placementOf(evidence.matrix, from, to)) return 'no-match';
  return hasEnoughEvidence(evidence, MINIMUM)
    ? viewpointRefusal(evidence.matrix, { from, to })
    : 'unsure';
}

const hasEnoughEvidence = (
  { agreeing, tested, spread }: AlignmentEvidence,
  least: Omit<typeof MINIMUM, 'overlap'>,
) => agreeing >= least.agreeing && agreeing >= tested * least.share && spread >= least.spread;

type PosePair = { from: Pose & Size; to: Pose & Size };

/** Why this alignment rules out a shared viewpoint; null if it doesn't. */
export function viewpointRefusal(matrix: Homography, { from, to }: PosePair): NotAligned | null {
  const placement = placementOf(matrix, from, to);
  if (!placement) return 'no-match';
  if (isImplausiblyRotated(placement.turn, to, from)) return 'turned';
  const isFar =
    placement.overlap < MINIMUM.overlap ||
    placement.shift > MAXIMUM.shift ||
    Math.max(placement.scale, 1 / placement.scale) > MAXIMUM.scale;
  return isFar ? 'too-far' : null;
}

/**
 * Looser limits for overhead photos of different viewpoints: errors show when the chain of alignments doesn't close.
 */
const STEP_MINIMUM = { ...MINIMUM, agreeing: 40, share: 0.1 };

/** Why a photo can't be aligned with an overlapping photo of another viewpoint; null if it can. */
export function stepRefusal(
  evidence: AlignmentEvidence,
  { from, to }: PosePair,
): NotAligned | null {
  if (evidence.features < MINIMUM.features) return 'no-detail';
  const placement = evidence.matrix && placementOf(evidence.matrix, from, to);
  if (!placement || evidence.inliers < MINIMUM.inliers) return 'no-match';
  if (!hasEnoughEvidence(evidence, STEP_MINIMUM)) return 'unsure';
  return isImplausiblyRotated(placement.turn, to, from) ? 'turned' : null;
}

export function viewpointLikelihood(evidence: AlignmentEvidence, reason: NotAligned): number {
  const { inliers, agreeing, tested, spread } = evidence;
  if (inliers < MINIMUM.inliers) return 0;
  const seen = (agreeing / Math.max(1, tested)) * spread + Math.min(1, inliers / 100) / 100;
  return reason === 'too-far' || reason === 'turned' ? seen / 5 : seen;
}

/** A forward-facing camera keeps the horizon level; one facing down rotates with the drone. */
function isImplausiblyRotated(turn: number, before: Pose, after: Pose): boolean {
  if (!mayBeRotated(before, after)) return Math.abs(turn) > MAXIMUM.turn;
  const [a, b] = [before.flightYaw, after.flightYaw];
  if (a == null || b == null) return false;
  return angleBetween(turn, turnBetween(before, after)) > MAXIMUM.turnDown;
}

export const mayBeRotated = (a: Pose, b: Pose) => looksDown(a) && looksDown(b);

/** `strength` ranges from 0 (no match) to 1 (a match at every point of the picture). */
export type Link = { a: string; b: string; strength: number };

const REFERENCE_CHANGE_RATIO = 1.1;

export function bestConnected(now: string, ids: readonly string[], links: readonly Link[]): string {
  const total = (id: string) =>
    links.reduce((sum, { a, b, strength }) => sum + (a === id || b === id ? strength : 0), 0);
  const best = ids.reduce((found, id) => (total(id) > total(found) ? id : found), now);
  return total(best) > total(now) * REFERENCE_CHANGE_RATIO ? best : now;
}

/** A viewpoint's reference is chosen again when it has 3, 6, 12, and so on photos. */
export const isReferenceChoiceDue = (photos: number) =>
  photos >= 3 && Number.isInteger(Math.log2(photos / 3));

export function evenSample<T>(inOrder: readonly T[], most = 5): T[] {
  if (inOrder.length <= most) return [...inOrder];
  const step = (inOrder.length - 1) / (most - 1);
  const places = new Set(Array.from({ length: most }, (_, i) => Math.round(i * step)));
  return inOrder.filter((_each, i) => places.has(i));
}

const CLEAR_RATIO = 1.5;

export function clearlyBest<T extends { strength: number }>(found: readonly T[]): T | null {
  const [best, next] = found.toSorted((a, b) => b.strength - a.strength);
  return best && (!next || best.strength >= next.strength * CLEAR_RATIO) ? best : null;
}
