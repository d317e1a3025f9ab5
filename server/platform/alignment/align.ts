import { compose, resized, type Homography, type Size } from '#domain/homography.ts';
import { placementOf } from '#domain/alignment.ts';
import { matchFeatures } from './match.ts';
import { readGrey, findFeatures, type GreyPicture, type Features } from './features.ts';
import { loadOpenCv, type OpenCv } from './opencv.ts';
import { distance, findGround, findPlane, spreadOf, type Plane } from './plane.ts';
import { track, type Tracked } from './track.ts';
import { stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

type View = { picture: GreyPicture; features: () => Features };

const MAX_FEATURES = 1800;

/** Five photos at both widths, up to 3 MB each. */
const MAX_CACHED_VIEWS = 10;
const viewCache = new LRUCache<string, View>({ max: MAX_CACHED_VIEWS });

/** Cached, because a viewpoint's reference photo is part of all its pairs. */
async function viewOf(cv: OpenCv, path: string, width: number): Promise<View> {
  const { mtimeMs, size } = await stat(path);
  const key = [path, mtimeMs, size, width].join(' ');
  const seen = viewCache.get(key);
  if (seen) return seen;
  const picture = await readGrey(path, width);
  let found: Features | undefined;
  const view = { picture, features: () => (found ??= findFeatures(cv, picture, MAX_FEATURES)) };
  viewCache.set(key, view);
  return view;
}

/** Stored pictures of a photo, at most 1024 and 2048 pixels wide, and the photo's full size. */
export type AlignablePhoto = { paths: readonly [small: string, large: string]; full: Size };

/** Measurements; domain/alignment.ts decides whether they are good enough. */
export type MeasuredAlignment = {
  /** Maps pixels of the moving photo to the fixed one, at full size. Null if nothing matched. */
  matrix: Homography | null;
  features: number;
  matches: number;
  inliers: number;
  /** Number of corners: searched for, found again, and found on the ground. */
  tested: number;
  tracked: number;
  agreeing: number;
  /** Share of the searched cells that have an agreeing corner. */
  spread: number;
  /**
   * Median error of agreeing corners, and 90th percentile for corners above the ground, in pixels at a width of 2048.
   */
  residual: number;
  parallax: number;
};

const WIDTHS = [1024, 2048] as const;
const MIN_CONVINCING = { agreeing: 100, spread: 0.4 };
/** With fewer corners on the ground, the larger pictures don't help. */
const MIN_AGREEING = 20;
/** Share of the width. Photos from one viewpoint are never shifted by more, unless they are rotated. */
const MAX_SHIFT = 0.25;
/** Tolerances in pixels at a width of 2048: for the first guess, the ground, and anything above it. */
const TOLERANCE_PX = { coarse: 8, fine: 3, rises: 4 };

/** Aligns `moving` to `fixed`. `isTurned`: both look straight down and may be rotated by any angle. */
export async function alignPhotos(
  fixed: AlignablePhoto,
  moving: AlignablePhoto,
  isTurned: boolean,
): Promise<MeasuredAlignment> {
  const { cv } = await loadOpenCv();
  const measureAt = async (at: 0 | 1, before?: MeasuredAlignment) => {
    const still = await viewOf(cv, fixed.paths[at], WIDTHS[at]);
    const moved = await viewOf(cv, moving.paths[at], WIDTHS[at]);
    const sizes = { still: still.picture, moved: moved.picture, fixed, moving };
    const guess = before ? toPictureSize(before, sizes) : guessOf(cv, { still, moved, isTurned });
    return toFullSize(measure(cv, sizes, guess), sizes);
  };
  const first = await measureAt(0);
  const { agreeing, spread } = first;
  const isConvincing = agreeing >= MIN_CONVINCING.agreeing && spread >= MIN_CONVINCING.spread;
  if (isConvincing || agreeing < MIN_AGREEING) return first;
  const closer = await measureAt(1, first);
  return shareOf(closer) > shareOf(first) ? closer : first;
}

const shareOf = ({ agreeing, tested }: MeasuredAlignment) => agreeing / Math.max(1, tested);

type Pair = { still: View; moved: View; isTurned: boolean };

type Guess = Pick<MeasuredAlignment, 'matrix' | 'features' | 'matches' | 'inliers'>;

/** Matrices map pixels between the two pictures, in OpenCV's coordinates. */
function measure(cv: OpenCv, { still, moved }: Sizes, guess: Guess): MeasuredAlignment {
  const { matrix, ...found } = guess;
  const nothing = { ...NO_ALIGNMENT, ...found };
  if (!matrix || !placementOf(matrix, moved, still)) return nothing;
  const tracked = track(cv, still, moved, matrix);
  const { matches } = tracked;
  const tested = tracked.tested.length / 2;
  const ground = findGround(cv, matches, still, TOLERANCE_PX.fine * (still.width / 2048));
  const seen = { ...nothing, tested, tracked: matches.from.length / 2 };
  return ground ? { ...seen, ...qualityOf(tracked, ground, still), matrix: ground.matrix } : seen;
}

type Sizes = {
  still: GreyPicture;
  moved: GreyPicture;
  fixed: AlignablePhoto;
  moving: AlignablePhoto;
};

function toFullSize(
  found: MeasuredAlignment,
  { still, moved, fixed, moving }: Sizes,
): MeasuredAlignment {
  if (!found.matrix) return found;
  const [from, to] = [
    { is: moved, shown: moving.full },
    { is: still, shown: fixed.full },
  ];
  return { ...found, matrix: resized(fromPixelCenters(found.matrix), from, to) };
}

function toPictureSize(found: MeasuredAlignment, { still, moved, fixed, moving }: Sizes): Guess {
  const { matrix, features, matches, inliers } = found;
  const [from, to] = [
    { is: moving.full, shown: moved },
    { is: fixed.full, shown: still },
  ];
  const scaled = matrix && toPixelCenters(resized(matrix, from, to));
  return { matrix: scaled, features, matches, inliers };
}

const NO_ALIGNMENT = {
  matrix: null,
  tested: 0,
  tracked: 0,
  agreeing: 0,
  spread: 0,
  residual: 0,
  parallax: 0,
};

function guessOf(cv: OpenCv, { still: { picture, ...still }, moved, isTurned }: Pair): Guess {
  const [features, others] = [still.features(), moved.features()];
  const matches = matchFeatures(others, features, isTurned ? Infinity : MAX_SHIFT * picture.width);
  const plane = findPlane(cv, matches, picture, TOLERANCE_PX.coarse * (picture.width / 2048));
  return {
    matrix: plane?.matrix ?? null,
    features: Math.min(others.count, features.count),
    matches: matches.from.length / 2,
    inliers: plane?.count ?? 0,
  };
}

function qualityOf({ matches, tested }: Tracked, ground: Plane, size: Size) {
  const off = ground.isOn
    .map((_is, i) => distance(matches, ground.matrix, i) * (2048 / size.width))
    .sort((a, b) => a - b);
  const on = off.filter((px) => px <= TOLERANCE_PX.fine);
  const rising = off.filter((px) => px > TOLERANCE_PX.rises);
  const isMuch = rising.length > off.length / 50;
  return {
    agreeing: ground.count,
    spread: ground.spread / spreadOf(tested, size),
    residual: on[Math.floor(on.length / 2)] ?? 0,
    parallax: isMuch ? (rising[Math.floor(rising.length * 0.9)] ?? 0) : 0,
  };
}

/** Whole-number coordinates are pixel centers in OpenCV and pixel corners in our code. */
const fromPixelCenters = (m: Homography): Homography =>
  compose([1, 0, 0.5, 0, 1, 0.5, 0, 0, 1], compose(m, [1, 0, -0.5, 0, 1, -0.5, 0, 0, 1]));

const toPixelCenters = (m: Homography): Homography =>
  compose([1, 0, -0.5, 0, 1, -0.5, 0, 0, 1], compose(m, [1, 0, 0.5, 0, 1, 0.5, 0, 0, 1]));
