// No zod here. Estimates whether photos make a map, from their positions and directions alone.

/** Degrees; heights in meters above the takeoff point. `ground` is the height of the ground, null if it's unknown. */
export type MappedPhoto = {
  latitude: number | null;
  longitude: number | null;
  relativeAltitude: number | null;
  ground: number | null;
  gimbalPitch: number | null;
  gimbalYaw: number | null;
  flightYaw: number | null;
  equivalentFocalLength: number | null;
  width: number | null;
  height: number | null;
};

type Point = { x: number; y: number };
/** `yaw` is clockwise from north, in radians. `across` and `along` are the sides of the footprint in meters. */
type Footprint = Point & { yaw: number; across: number; along: number; pixel: number };

export type MapEstimate = {
  photos: number;
  /** Photos that look down, have a position and a height: only they make a map. */
  usable: number;
  /** Medians, as fractions; null if unknown. */
  forwardOverlap: number | null;
  sideOverlap: number | null;
  /** Photos that share less than 30% of their area with every other photo. */
  isolated: number;
  /** Centers of squares below the flight that fewer than 3 photos or only one line shows, [longitude, latitude]. */
  gaps: readonly (readonly [number, number])[];
  /** Meters; null if unknown. */
  gapSize: number;
  groundSampleDistance: number | null;
  /** Square meters seen by at least 3 photos. */
  area: number;
  memoryGigabytes: number;
  /** Millions. */
  megapixels: number;
  verdict: 'good' | 'risky' | 'hopeless';
};

const METERS_PER_DEGREE = 111_320;
/** Diagonal of a 35 mm frame in millimeters, which equivalent focal lengths refer to. */
const FRAME_DIAGONAL = 43.267;
/** Photos tilted further aren't nadir photos: their footprint is not a rectangle. */
const MAX_TILT_DEGREES = 25;
const MIN_SHARE = 0.3;
const MIN_VIEWS = 3;
/** Photos are of one line if they are less than this share of a photo beside each other. */
const LINE_SHARE = 0.125;
const CELLS = 60;
/** Of the area; single squares at the edge are no reason to fly again. */
const MAX_GAP_SHARE = 0.02;
/** ODM's documentation recommends 70 to 80% forward and 60 to 70% side overlap. */
export const GOOD = { forward: 0.65, side: 0.5, photos: 20 } as const;
const RISKY = { forward: 0.4 } as const;
/** ODM needs at least this many photos. */
export const MIN_MAP_PHOTOS = 5;
/** About 1 GB for 20 photos of 20 megapixels, in addition to 2 GB for the engine itself. */
const GIGABYTES_PER_MEGAPIXEL = 1 / 400;

export function estimateMap(photos: readonly MappedPhoto[]): MapEstimate {
  const placed = photos.filter(hasPosition);
  const origin = placed[0];
  const prints = origin ? placed.flatMap((photo) => footprintOf(photo, origin) ?? []) : [];
  const pairs = prints.map((print) => overlapsOf(print, prints));
  const forwardOverlap = median(pairs.flatMap(({ forward }) => forward ?? []));
  const sideOverlap = median(pairs.flatMap(({ side }) => side ?? []));
  const isolated = pairs.filter(({ best }) => best < MIN_SHARE).length;
  const coverage = coverageOf(prints);
  const megapixels = photos.reduce(
    (sum, it) => sum + ((it.width ?? 0) * (it.height ?? 0)) / 1e6,
    0,
  );
  const usable = prints.length;
  const squares = coverage.gaps.length + coverage.area / (coverage.cell ** 2 || 1);
  const gapShare = squares > 0 ? coverage.gaps.length / squares : 0;
  const found = { usable, forwardOverlap, sideOverlap, isolated };
  return {
    ...found,
    photos: photos.length,
    gaps: origin ? coverage.gaps.map((gap) => placeOf(gap, origin)) : [],
    gapSize: coverage.cell,
    groundSampleDistance: median(prints.map(({ pixel }) => pixel)),
    area: coverage.area,
    memoryGigabytes: Math.ceil(2 + megapixels * GIGABYTES_PER_MEGAPIXEL),
    megapixels,
    verdict:
      usable === 0 && placed.length >= MIN_MAP_PHOTOS && placed.every(hasNoHeight)
        ? 'risky'
        : verdictOf(found, gapShare),
  };
}

type Placed = MappedPhoto & { latitude: number; longitude: number };
const hasPosition = (photo: MappedPhoto): photo is Placed =>
  photo.latitude !== null && photo.longitude !== null;

/** Cameras that aren't part of a drone don't know their height above the takeoff point. */
const hasNoHeight = ({ relativeAltitude }: MappedPhoto) => relativeAltitude === null;

type Found = Pick<MapEstimate, 'usable' | 'forwardOverlap' | 'sideOverlap' | 'isolated'>;

function verdictOf({ usable, forwardOverlap, sideOverlap, isolated }: Found, gapShare: number) {
  const forward = forwardOverlap ?? 0;
  const connected = usable - isolated;
  if (connected < MIN_MAP_PHOTOS || forward < RISKY.forward) return 'hopeless';
  const isGood =
    forward >= GOOD.forward && (sideOverlap ?? 0) >= GOOD.side && usable >= GOOD.photos;
  return isGood && isolated === 0 && gapShare <= MAX_GAP_SHARE ? 'good' : 'risky';
}

/** On level ground, as high as the takeoff point if unknown. Null if the photo doesn't look down or its height is unknown. */
function footprintOf(photo: Placed, origin: Placed): Footprint | null {
  const { relativeAltitude, ground, gimbalPitch, equivalentFocalLength: focal } = photo;
  const { width, height } = photo;
  const tilt = gimbalPitch === null ? 0 : Math.abs(gimbalPitch + 90);
  const above = relativeAltitude === null ? 0 : relativeAltitude - (ground ?? 0);
  if (above <= 0 || tilt > MAX_TILT_DEGREES) return null;
  if (!focal || !width || !height) return null;
  const pixel = (above * FRAME_DIAGONAL) / (focal * Math.hypot(width, height));
  const yaw = radians(photo.gimbalYaw ?? photo.flightYaw ?? 0);
  // A tilted camera looks at a point ahead of the drone.
  const ahead = above * Math.tan(radians(gimbalPitch === null ? 0 : gimbalPitch + 90));
  const x = (photo.longitude - origin.longitude) * metersPerLongitude(origin);
  const y = (photo.latitude - origin.latitude) * METERS_PER_DEGREE;
  const at = { x: x + ahead * Math.sin(yaw), y: y + ahead * Math.cos(yaw) };
  return { ...at, yaw, pixel, across: width * pixel, along: height * pixel };
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const metersPerLongitude = ({ latitude }: Placed) =>
  METERS_PER_DEGREE * Math.cos(radians(latitude));
const placeOf = ({ x, y }: Point, origin: Placed) =>
  [
    origin.longitude + x / metersPerLongitude(origin),
    origin.latitude + y / METERS_PER_DEGREE,
  ] as const;

/** In the frame of a photo: `x` across, `y` along its direction. */
const seenFrom = ({ x, y, yaw }: Footprint, at: Point): Point => ({
  x: (at.x - x) * Math.cos(yaw) - (at.y - y) * Math.sin(yaw),
  y: (at.x - x) * Math.sin(yaw) + (at.y - y) * Math.cos(yaw),
});

const fromFrame = ({ x, y, yaw }: Footprint, at: Point): Point => ({
  x: x + at.x * Math.cos(yaw) + at.y * Math.sin(yaw),
  y: y - at.x * Math.sin(yaw) + at.y * Math.cos(yaw),
});

/**
 * The largest overlap with a photo ahead or behind, and with one beside it. Photos of a flight have nearly the same or
 * the opposite direction, so their common area is a rectangle.
 */
function overlapsOf(print: Footprint, prints: readonly Footprint[]) {
  const found: { forward: number | null; side: number | null; best: number } = {
    forward: null,
    side: null,
    best: 0,
  };
  for (const other of prints) {
    if (other === print) continue;
    const at = seenFrom(print, other);
    const share =
      Math.max(0, 1 - Math.abs(at.x) / print.across) *
      Math.max(0, 1 - Math.abs(at.y) / print.along);
    found.best = Math.max(found.best, share);
    const [across, along] = [Math.abs(at.x) / print.across, Math.abs(at.y) / print.along];
    if (across < LINE_SHARE && along < 1) found.forward = Math.max(found.forward ?? 0, 1 - along);
    else if (across < 1 && along < 0.5) found.side = Math.max(found.side ?? 0, 1 - across);
  }
  return found;
}

/** Squares between the outermost camera positions, in rows along the flight, by how many photos show their centers. */
function coverageOf(prints: readonly Footprint[]): { gaps: Point[]; cell: number; area: number } {
  const [first] = prints;
  if (!first) return { gaps: [], cell: 0, area: 0 };
  const cameras = prints.map((print) => seenFrom(first, print));
  const [left, right] = rangeOf(cameras.map(({ x }) => x));
  const [back, front] = rangeOf(cameras.map(({ y }) => y));
  const cell = Math.max(right - left, front - back) / CELLS;
  if (cell === 0) return { gaps: [], cell: 0, area: 0 };
  const gaps: Point[] = [];
  let seen = 0;
  for (let y = back + cell / 2; y < front; y += cell)
    for (let x = left + cell / 2; x < right; x += cell) {
      const point = fromFrame(first, { x, y });
      const views = cameras.filter((_, at) => isSeen(prints[at] ?? first, point));
      const [nearest, farthest] = rangeOf(views.map((camera) => camera.x));
      // Photos of one line see hardly any height.
      if (views.length >= MIN_VIEWS && farthest - nearest > first.across * LINE_SHARE) seen++;
      else gaps.push(point);
    }
  return { gaps, cell, area: seen * cell * cell };
}

function isSeen(print: Footprint, point: Point): boolean {
  const at = seenFrom(print, point);
  return Math.abs(at.x) <= print.across / 2 && Math.abs(at.y) <= print.along / 2;
}

const rangeOf = (values: readonly number[]) =>
  values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const, [
    Infinity,
    -Infinity,
  ] as const);

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
