import { expect, test } from 'vitest';
import { estimateMap, type MappedPhoto } from './map-estimate.ts';

const METERS_PER_DEGREE = 111_320;

type Flight = {
  rows: number;
  columns: number;
  forward: number;
  side: number;
  yaw?: number;
  height?: number;
};

/** A grid of photos 4000 x 3000 with the given overlaps, flown along `yaw`. A 24 mm lens sees 1.5 times its height. */
function flight({ rows, columns, forward, side, yaw = 0, height = 100 }: Flight): MappedPhoto[] {
  const pixel = (height * 43.267) / (24 * 5000);
  const [across, along] = [4000 * pixel * (1 - side), 3000 * pixel * (1 - forward)];
  const turn = (yaw * Math.PI) / 180;
  return Array.from({ length: rows * columns }, (_, i) => {
    const [x, y] = [Math.floor(i / rows) * across, (i % rows) * along];
    const east = x * Math.cos(turn) + y * Math.sin(turn);
    const north = y * Math.cos(turn) - x * Math.sin(turn);
    return {
      latitude: north / METERS_PER_DEGREE,
      longitude: east / METERS_PER_DEGREE,
      relativeAltitude: height,
      ground: null,
      gimbalPitch: -90,
      // Every other line is flown the other way.
      gimbalYaw: yaw + (Math.floor(i / rows) % 2) * 180,
      flightYaw: null,
      equivalentFocalLength: 24,
      width: 4000,
      height: 3000,
    };
  });
}

test.each([
  { forward: 0.75, side: 0.65, yaw: 0 },
  { forward: 0.8, side: 0.6, yaw: 37 },
  { forward: 0.7, side: 0.7, yaw: 110 },
])('finds the overlap of a flight: %o', (overlap) => {
  const estimate = estimateMap(flight({ rows: 12, columns: 6, ...overlap }));
  expect(estimate.forwardOverlap).toBeCloseTo(overlap.forward, 2);
  expect(estimate.sideOverlap).toBeCloseTo(overlap.side, 2);
  expect(estimate).toMatchObject({ usable: 72, isolated: 0, verdict: 'good', gaps: [] });
});

test('the ground rises below the drone', () => {
  const overlap = { rows: 12, columns: 6, forward: 0.75, side: 0.65 };
  const uphill = flight(overlap).map((it) => ({ ...it, relativeAltitude: 125, ground: 25 }));
  expect(estimateMap(uphill)).toMatchObject(estimateMap(flight(overlap)));
});

test('knows what the engine will make of it', () => {
  const { groundSampleDistance, memoryGigabytes } = estimateMap(
    flight({ rows: 10, columns: 5, forward: 0.8, side: 0.7 }),
  );
  expect(groundSampleDistance).toBeCloseTo(0.036, 3);
  expect(memoryGigabytes).toBe(4);
});

test('a flight with a missing line is not good', () => {
  const photos = flight({ rows: 8, columns: 6, forward: 0.7, side: 0.6 });
  const { gaps, verdict } = estimateMap(photos.filter((_, i) => Math.floor(i / 8) !== 3));
  expect(verdict).toBe('risky');
  const strip = photos.slice(24, 32).map(({ longitude }) => longitude ?? 0);
  expect(gaps.every(([longitude]) => Math.abs(longitude - (strip[0] ?? 0)) < 0.0006)).toBe(true);
  expect(estimateMap(photos)).toMatchObject({ verdict: 'good', gaps: [] });
});

test('finds a gap where three lines are missing', () => {
  const photos = flight({ rows: 12, columns: 7, forward: 0.75, side: 0.6 });
  const withGap = photos.filter((_, i) => Math.floor(i / 12) < 2 || Math.floor(i / 12) > 4);
  const { gaps, verdict } = estimateMap(withGap);
  const middle = photos.slice(36, 48).map(({ longitude }) => longitude ?? 0);
  expect(verdict).toBe('risky');
  expect(gaps.length).toBeGreaterThan(20);
  expect(gaps.some(([longitude]) => Math.abs(longitude - (middle[0] ?? 0)) < 1e-4)).toBe(true);
});

test.each([
  ['too little overlap', flight({ rows: 10, columns: 3, forward: 0.1, side: 0.1 }), 'hopeless'],
  ['a few photos', flight({ rows: 4, columns: 1, forward: 0.8, side: 0.8 }), 'hopeless'],
  ['one line', flight({ rows: 25, columns: 1, forward: 0.8, side: 0.8 }), 'risky'],
  [
    'photos that look at the horizon',
    flight({ rows: 10, columns: 5, forward: 0.8, side: 0.7 }).map((it) => ({
      ...it,
      gimbalPitch: -20,
    })),
    'hopeless',
  ],
  ['no photos', [], 'hopeless'],
  [
    'photos of a camera without a barometer',
    flight({ rows: 10, columns: 5, forward: 0.8, side: 0.7 }).map((it) => ({
      ...it,
      relativeAltitude: null,
    })),
    'risky',
  ],
] as const)('of %s, expects a %s map', (_, photos, verdict) => {
  expect(estimateMap(photos).verdict).toBe(verdict);
});
