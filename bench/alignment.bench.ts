// How well photos of one viewpoint lie on each other, against the truth of the sample; that nothing wrong is laid
// on anything; and what it costs. FLIGHTS names a folder with one folder of photos for each real flight.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  compose,
  homographyOf,
  inverse,
  mapPoint,
  SAME_PLACE,
  type Homography,
  type Point,
  type Size,
} from '#domain/homography.ts';
import { mayLieTurned, refusalOf } from '#domain/registrations.ts';
import { lensFacts } from '#domain/lens.ts';
import { distanceMetres, matchViewpoint } from '#domain/viewpoints.ts';
import { groundToPixel } from '../demo/renderer/ground-plane.ts';
import { register, type Registration } from '#server/platform/alignment/register.ts';
import { NODE_FLAGS } from '#server/platform/media/decoding-process.ts';
import { readPhotoMetadata } from '#server/platform/media/metadata-blocks.ts';
import {
  NOISE,
  pictureOf,
  REFERENCE_WEEK,
  sameNumbers,
  samplePhoto,
  toldPose,
  truth,
  type Entry,
  type Photo,
} from './sample-photos.ts';

const WRONG = Number(process.env['WRONG_PAIRS'] ?? 200);
const FACADES = new Set(['entrance', 'courtyard']);
/** Metres: ground further away is not looked at from up here. */
const HORIZON = 300;

const costs: number[] = [];
let peak = 0;

async function judge(fixed: Photo, moving: Photo) {
  const before = process.cpuUsage();
  const isTurned = mayLieTurned(fixed.pose, moving.pose);
  const found = await register(fixed.picture, moving.picture, isTurned);
  const { user, system } = process.cpuUsage(before);
  costs.push((user + system) / 1e6);
  peak = Math.max(peak, process.memoryUsage.rss());
  const reason = refusalOf(found, {
    from: { ...moving.pose, ...moving.picture.full },
    to: { ...fixed.pose, ...fixed.picture.full },
  });
  return { found, reason };
}

const brief = ({ matches, inliers, tested, tracked, agreeing, spread }: Registration) =>
  `${inliers}/${matches} matches, ${agreeing}/${tracked}/${tested} corners, spread ${spread.toFixed(2)}`;

/** Points of the ground that the photo shows, 24 across and 18 down. */
function groundPoints(pose: Entry['pose'], size: Size): Point[] {
  const toPixel = groundToPixel(pose, size);
  const toGround = inverse(matrixOf(toPixel));
  const [forwardEast = 0, forwardNorth = 0, forward = 0] = toPixel.slice(6);
  const points: Point[] = [];
  for (let y = 0.5; y < 18; y++) {
    for (let x = 0.5; x < 24; x++) {
      const point: Point = [(x / 24) * size.width, (y / 18) * size.height];
      const [east, north] = mapPoint(toGround, point);
      const depth = forwardEast * east + forwardNorth * north + forward;
      const apart = Math.hypot(east - pose.east, north - pose.north);
      if (depth > 0 && apart < HORIZON) points.push(point);
    }
  }
  return points;
}

function matrixOf(numbers: readonly number[]): Homography {
  const matrix = homographyOf(numbers);
  if (!matrix) throw new Error('The truth has a matrix that is none.');
  return matrix;
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? NaN;

async function alignSample() {
  const pooled: number[] = [];
  for (const viewpoint of new Set(truth.photos.map((photo) => photo.viewpoint))) {
    const photos = truth.photos.filter((photo) => photo.viewpoint === viewpoint);
    const made = await Promise.all(photos.map((entry) => samplePhoto(entry)));
    const reference = photos.findIndex(({ week }) => week === REFERENCE_WEEK);
    const laid = new Map<number, Homography>([[reference, SAME_PLACE]]);
    const fixed = made[reference];
    if (!fixed) throw new Error(`WEEKS must hold week ${REFERENCE_WEEK}.`);
    for (const [i, photo] of made.entries()) {
      if (i === reference) continue;
      const { found, reason } = await judge(fixed, photo);
      if (!reason && found.matrix) laid.set(i, found.matrix);
      else console.log(`  refused (${reason}): ${photo.name}: ${brief(found)}`);
    }
    const errors = photos.slice(1).flatMap((to, k) => {
      const lies = { before: laid.get(k), after: laid.get(k + 1) };
      return errorsOf(photos[k] ?? to, to, lies, fixed.picture.full);
    });
    if (!FACADES.has(viewpoint)) pooled.push(...errors);
    console.log(
      `${viewpoint.padEnd(18)} ${laid.size} of ${photos.length} laid; median ${quantile(errors, 0.5).toFixed(2)}, p95 ${quantile(errors, 0.95).toFixed(2)}${FACADES.has(viewpoint) ? ' (facade)' : ''}`,
    );
  }
  console.log(
    `neighboring weeks, pixels at 2048: median ${quantile(pooled, 0.5).toFixed(2)} (limit 2), p95 ${quantile(pooled, 0.95).toFixed(2)} (limit 4)`,
  );
}

/** Pixels at 2048 that the ground of one week lies beside that of the week before. */
function errorsOf(
  from: Entry,
  to: Entry,
  { before, after }: { before: Homography | undefined; after: Homography | undefined },
  size: Size,
) {
  const known = truth.groundHomographies.find(
    (pair) => pair.viewpoint === from.viewpoint && pair.from === from.week && pair.to === to.week,
  );
  if (!before || !after || !known) return [];
  const there = matrixOf(known.homography);
  const back = compose(inverse(before), after);
  return groundPoints(from.pose, size).map((point) => {
    const [x, y] = mapPoint(back, mapPoint(there, point));
    return Math.hypot(x - point[0], y - point[1]) * (2048 / size.width);
  });
}

async function realFlights(): Promise<
  (Photo & { flight: string; at: { latitude: number; longitude: number } })[]
> {
  const folder = process.env['FLIGHTS'];
  if (!folder) return [];
  const found = [];
  for (const flight of readdirSync(folder)) {
    for (const file of readdirSync(join(folder, flight), { recursive: true, encoding: 'utf8' })) {
      if (!/\.jpe?g$/i.test(file)) continue;
      const path = join(folder, flight, file);
      const said = await readPhotoMetadata(path, 'UTC');
      const pose = { ...said, ...lensFacts({ ...said, fileName: basename(file) }) };
      const { latitude, longitude } = pose;
      if (latitude == null || longitude == null) continue;
      const at = { latitude, longitude };
      found.push({
        name: join(flight, basename(file)),
        flight,
        at,
        pose,
        picture: await pictureOf(path),
      });
    }
  }
  return found;
}

/** As many times each photo is told where it was taken. */
const DRAWS = 50;
/** How often a photo with a noisy pose is found to be of its viewpoint, which knows the pose of one week. */
function findViewpoints() {
  const next = sameNumbers();
  const viewpoints = truth.photos
    .filter(({ week }) => week === REFERENCE_WEEK)
    .map((entry) => ({ viewpoint: entry.viewpoint, ...toldPose(entry) }));
  const counts = { right: 0, wrong: 0, all: 0 };
  for (const entry of truth.photos.filter(({ week }) => week !== REFERENCE_WEEK)) {
    for (let draw = 0; draw < DRAWS; draw++) {
      const found = matchViewpoint(toldPose(entry, next), viewpoints);
      counts.all++;
      if (found) counts[found.viewpoint === entry.viewpoint ? 'right' : 'wrong']++;
    }
  }
  const { right, wrong, all } = counts;
  console.log(
    `viewpoints found up to ${NOISE.metres} m and ${NOISE.degrees} degrees off, ${all} times: ` +
      `precision ${(right / (right + wrong)).toFixed(4)} (limit 0.99), recall ${(right / all).toFixed(4)} (limit 0.97)`,
  );
}

/** Photos are laid in a process like the product's, which has made none of the pictures: its memory is measured. */
async function main() {
  const role = process.argv[2];
  if (role === 'pictures') for (const entry of truth.photos) await samplePhoto(entry);
  else if (role === 'pairs') await layPairs();
  else {
    findViewpoints();
    const start = (...args: string[]) => execFileSync(process.execPath, args, { stdio: 'inherit' });
    start(import.meta.filename, 'pictures');
    start(...NODE_FLAGS, import.meta.filename, 'pairs');
  }
}

async function layPairs() {
  const idle = process.memoryUsage.rss();
  await alignSample();
  console.log(
    `CPU a pair: median ${quantile(costs, 0.5).toFixed(2)} s, p95 ${quantile(costs, 0.95).toFixed(2)} s (limit 1.0)`,
  );
  console.log(`memory above idle: ${((peak - idle) / 2 ** 20).toFixed(0)} MiB (limit 300)`);
  const flights = await realFlights();
  const right = flights.flatMap((before) =>
    flights
      .filter((after) => before.flight < after.flight && matchViewpoint(after.pose, [before.pose]))
      .map((after) => [before, after] as const),
  );
  let accepted = 0;
  for (const [before, after] of right) {
    const { found, reason } = await judge(before, after);
    if (!reason) accepted++;
    console.log(`  ${reason ?? 'laid'}: ${before.name} ${after.name}: ${brief(found)}`);
  }
  console.log(`right pairs of real flights: ${accepted} of ${right.length} laid (limit 0.95)`);
  await refuseWrong(flights);
}

/** Other viewpoints, other sites, turned: spread over all there are. */
async function refuseWrong(flights: Awaited<ReturnType<typeof realFlights>>) {
  const sample = truth.photos;
  const others = sample.flatMap((a) =>
    sample.filter((b) => a.viewpoint < b.viewpoint).map((b) => [a, b] as const),
  );
  const pairs: (() => Promise<readonly [Photo, Photo]>)[] = [
    ...spreadOver(others, 0.4).map(
      ([a, b]) =>
        async () =>
          [await samplePhoto(a), await samplePhoto(b)] as const,
    ),
    ...spreadOver(sample, 0.2).map((a, i) => async () => {
      const next =
        sample.find(({ viewpoint, week }) => viewpoint === a.viewpoint && week !== a.week) ?? a;
      return [await samplePhoto(a), await samplePhoto(next, [90, 180, 270, 180][i % 4])] as const;
    }),
    ...spreadOver(
      flights.flatMap((f) => sample.map((a) => [f, a] as const)),
      0.2,
    ).map(([f, a], i) => async () => {
      const other = await samplePhoto(a);
      return i % 2 ? ([f, other] as const) : ([other, f] as const);
    }),
    ...spreadOver(
      flights.flatMap((a) =>
        flights
          .filter((b) => a.name < b.name && distanceMetres(a.at, b.at) > 30)
          .map((b) => [a, b] as const),
      ),
      0.2,
    ).map((pair) => () => Promise.resolve(pair)),
  ];
  const reasons = new Map<string, number>();
  let most = 0;
  for (const make of pairs) {
    const [a, b] = await make();
    const { found, reason } = await judge(a, b);
    reasons.set(reason ?? 'LAID', (reasons.get(reason ?? 'LAID') ?? 0) + 1);
    most = Math.max(most, found.tested ? found.agreeing / found.tested : 0);
    if (!reason || found.agreeing > 40)
      console.log(`  ${reason ?? 'LAID'}: ${a.name} ${b.name}: ${brief(found)}`);
  }
  console.log(
    `wrong pairs: ${reasons.get('LAID') ?? 0} of ${pairs.length} laid (limit 0); ${JSON.stringify([...reasons])}; largest share agreeing ${most.toFixed(3)}`,
  );
}

function spreadOver<T>(all: readonly T[], share: number): T[] {
  const wanted = Math.min(all.length, Math.round(WRONG * share));
  const places = new Set(
    Array.from({ length: wanted }, (_, i) => Math.floor(((i + 0.5) * all.length) / wanted)),
  );
  return all.filter((_each, i) => places.has(i));
}

await main();
