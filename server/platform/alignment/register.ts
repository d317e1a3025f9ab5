import { compose, resized, type Homography, type Size } from '#domain/homography.ts';
import { lieOf } from '#domain/registrations.ts';
import { matchFeatures } from './match.ts';
import { readGrey, findFeatures, type GreyPicture, type Features } from './features.ts';
import { loadOpenCv, type OpenCv } from './opencv.ts';
import { distance, findGround, findPlane, spreadOf, type Plane } from './plane.ts';
import { track, type Tracked } from './track.ts';
import { stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

/** A picture and what it can be recognized by, which is found when it is first asked for. */
type View = { picture: GreyPicture; features: () => Features };

/** Features of a picture at the most. */
const MOST = 1800;

/** Five photos that are laid on one another, at both widths: up to 3 MB each. */
const RECENT = 10;
const recent = new LRUCache<string, View>({ max: RECENT });

/** Reads a picture of ours, or finds it among those seen last: the reference is one of every pair of its viewpoint. */
async function viewOf(cv: OpenCv, path: string, width: number): Promise<View> {
  const { mtimeMs, size } = await stat(path);
  const key = [path, mtimeMs, size, width].join(' ');
  const seen = recent.get(key);
  if (seen) return seen;
  const picture = await readGrey(path, width);
  let found: Features | undefined;
  const view = { picture, features: () => (found ??= findFeatures(cv, picture, MOST)) };
  recent.set(key, view);
  return view;
}

/** Pictures of ours of one photo, 1024 and 2048 wide or as wide as it is, and its own size. */
export type Registrable = { paths: readonly [small: string, large: string]; full: Size };

/** What two pictures have in common, as measured; whether that is enough is said in domain/registrations.ts. */
export type Registration = {
  /** From pixels of the moving photo to the fixed one's, at full size; null when nothing agreed. */
  matrix: Homography | null;
  /** Features of the poorer of the two pictures. */
  features: number;
  /** Features that look alike, and how many of them lie on one plane. */
  matches: number;
  inliers: number;
  /** Corners that were looked for at the first guess, those found again, and those of them on the ground. */
  tested: number;
  tracked: number;
  agreeing: number;
  /** Share of what was looked at of the fixed picture, in cells, where something agrees. */
  spread: number;
  /** Median distance of what agrees from where it should be; and how far beside lie nine tenths of what rises. Pixels at 2048. */
  residual: number;
  parallax: number;
};

/** A first look at what is quick to read, and a closer one where that was not convincing. */
const WIDTHS = [1024, 2048] as const;
/** What needs no closer look: so many corners on the ground, in so much of the picture. */
const CONVINCING = { agreeing: 100, spread: 0.4 };
/** Corners on the ground: with fewer, a closer look finds nothing either. */
const NEAR = 20;
/** Of the width: a photo of the same viewpoint does not lie further off, unless it is turned. */
const REACH = 0.25;
/** Pixels of a picture 2048 wide: for the first guess, for what lies on the ground, for what rises from it. */
const PX = { coarse: 8, fine: 3, rises: 4 };

/** `isTurned`: the two look straight down and may lie turned by any angle. */
export async function register(
  fixed: Registrable,
  moving: Registrable,
  isTurned: boolean,
): Promise<Registration> {
  const { cv } = await loadOpenCv();
  /** The closer look begins where the one `before` ended. */
  const look = async (at: 0 | 1, before?: Registration) => {
    const still = await viewOf(cv, fixed.paths[at], WIDTHS[at]);
    const laid = await viewOf(cv, moving.paths[at], WIDTHS[at]);
    const sizes = { still: still.picture, laid: laid.picture, fixed, moving };
    const guess = before ? inPictures(before, sizes) : guessOf(cv, { still, laid, isTurned });
    return inFull(lookAt(cv, sizes, guess), sizes);
  };
  const first = await look(0);
  const { agreeing, spread } = first;
  const isConvincing = agreeing >= CONVINCING.agreeing && spread >= CONVINCING.spread;
  if (isConvincing || agreeing < NEAR) return first;
  const closer = await look(1, first);
  return shareOf(closer) > shareOf(first) ? closer : first;
}

const shareOf = ({ agreeing, tested }: Registration) => agreeing / Math.max(1, tested);

type Pair = { still: View; laid: View; isTurned: boolean };

type Guess = Pick<Registration, 'matrix' | 'features' | 'matches' | 'inliers'>;

/** The matrix is between the pixels of the two pictures, as OpenCV counts them; so is that of the guess. */
function lookAt(cv: OpenCv, { still, laid }: Sizes, guess: Guess): Registration {
  const { matrix, ...found } = guess;
  const nothing = { ...NOTHING, ...found };
  if (!matrix || !lieOf(matrix, laid, still)) return nothing;
  const tracked = track(cv, still, laid, matrix);
  const { matches } = tracked;
  const tested = tracked.tested.length / 2;
  const ground = findGround(cv, matches, still, PX.fine * (still.width / 2048));
  const seen = { ...nothing, tested, tracked: matches.from.length / 2 };
  return ground ? { ...seen, ...qualityOf(tracked, ground, still), matrix: ground.matrix } : seen;
}

type Sizes = {
  still: GreyPicture;
  laid: GreyPicture;
  fixed: Registrable;
  moving: Registrable;
};

function inFull(found: Registration, { still, laid, fixed, moving }: Sizes): Registration {
  if (!found.matrix) return found;
  const [from, to] = [
    { is: laid, shown: moving.full },
    { is: still, shown: fixed.full },
  ];
  return { ...found, matrix: resized(fromMiddles(found.matrix), from, to) };
}

/** What an earlier look found, as a guess for pictures of another size. */
function inPictures(found: Registration, { still, laid, fixed, moving }: Sizes): Guess {
  const { matrix, features, matches, inliers } = found;
  const [from, to] = [
    { is: moving.full, shown: laid },
    { is: fixed.full, shown: still },
  ];
  const scaled = matrix && toMiddles(resized(matrix, from, to));
  return { matrix: scaled, features, matches, inliers };
}

const NOTHING = {
  matrix: null,
  tested: 0,
  tracked: 0,
  agreeing: 0,
  spread: 0,
  residual: 0,
  parallax: 0,
};

/** Features that look alike, and the plane that most of them agree on. */
function guessOf(cv: OpenCv, { still: { picture, ...still }, laid, isTurned }: Pair): Guess {
  const [features, others] = [still.features(), laid.features()];
  const matches = matchFeatures(others, features, isTurned ? Infinity : REACH * picture.width);
  const plane = findPlane(cv, matches, picture, PX.coarse * (picture.width / 2048));
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
  const on = off.filter((px) => px <= PX.fine);
  const rising = off.filter((px) => px > PX.rises);
  const isMuch = rising.length > off.length / 50;
  return {
    agreeing: ground.count,
    spread: ground.spread / spreadOf(tested, size),
    residual: on[Math.floor(on.length / 2)] ?? 0,
    parallax: isMuch ? (rising[Math.floor(rising.length * 0.9)] ?? 0) : 0,
  };
}

/** From OpenCV's pixels, whose middle is their number, to those of a page, whose corner is. */
const fromMiddles = (m: Homography): Homography =>
  compose([1, 0, 0.5, 0, 1, 0.5, 0, 0, 1], compose(m, [1, 0, -0.5, 0, 1, -0.5, 0, 0, 1]));

const toMiddles = (m: Homography): Homography =>
  compose([1, 0, -0.5, 0, 1, -0.5, 0, 0, 1], compose(m, [1, 0, 0.5, 0, 1, 0.5, 0, 0, 1]));
