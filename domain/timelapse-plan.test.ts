import { expect, test } from 'vitest';
import { mapPoint } from './homography.ts';
import type { Alignment } from './alignment.ts';
import {
  filmSize,
  FRAMES_PER_SECOND,
  brightnessGains,
  momentAt,
  onePhotoPerDay,
  planTimelapse,
  SPEEDS,
} from './timelapse-plan.ts';

const SIZE = { width: 4000, height: 3000 };
const shifted = (x: number, reference = 'a'): Alignment => ({
  state: 'aligned',
  matrix: [1, 0, x, 0, 1, 0, 0, 0, 1],
  reference,
  parallax: 0,
});
const photo = (
  id: string,
  alignment: Alignment | null,
  day = `2026-11-${id.charCodeAt(0) - 87}`,
) => ({
  id,
  day,
  alignment,
  ...SIZE,
});
const REFUSED: Alignment = { state: 'not-aligned', reason: 'unsure' };
/** Where the point `x`, `y` of each photo is in the frame. */
const placesOf = (plan: ReturnType<typeof planTimelapse>, x: number, y: number) =>
  (plan?.shots ?? []).map(({ matrix }) => mapPoint(matrix, [x, y]));
const idsOf = (shots: readonly { photo: { id: string } }[]) => shots.map((shot) => shot.photo.id);

test('an aligned plan shows aligned photos and lists the others as left out', () => {
  const photos = [
    photo('a', shifted(0)),
    photo('b', REFUSED),
    photo('c', shifted(30)),
    photo('d', null),
  ];
  const plan = planTimelapse(photos, { isAligned: true });
  expect(plan?.isAligned).toBe(true);
  expect(idsOf(plan?.shots ?? [])).toEqual(['a', 'c']);
  expect(plan?.leftOut.map(({ id }) => id)).toEqual(['b', 'd']);
  // The frame shows only what both photos cover, so the first photo's left 30 pixels are cut off.
  expect(plan?.size.width).toBeCloseTo(3970, 0);
  expect(plan?.size.height).toBeCloseTo(2977.5, 0);
  const [first, second] = placesOf(plan, 0, 0);
  expect(first?.[0]).toBeCloseTo(-30, 0);
  expect(second?.[0]).toBeCloseTo(0, 0);
});

test('without the reference photo, photos are aligned with the latest', () => {
  const photos = [photo('b', shifted(10)), photo('c', shifted(30))];
  const plan = planTimelapse(photos, { isAligned: true });
  const [first, last] = placesOf(plan, 20, 0);
  expect((last?.[0] ?? 0) - (first?.[0] ?? 0)).toBeCloseTo(20);
});

test('unaligned photos, or too few aligned ones, fill the frame of the latest', () => {
  const wide = { ...photo('a', shifted(0)), width: 2000, height: 1000 };
  const plan = planTimelapse([wide, photo('b', REFUSED)], { isAligned: true });
  expect(plan).toMatchObject({ isAligned: false, leftOut: [], size: SIZE });
  expect(placesOf(plan, 1000, 500)[0]).toEqual([2000, 1500]);
  expect(placesOf(plan, 0, 0)[0]).toEqual([-1000, 0]);
  expect(planTimelapse([photo('a', null)], { isAligned: false })).toBeNull();
});

test('each photo is still for half of its time, then fades to the next', () => {
  const times = { count: 3, photoSeconds: 1, isLooping: false };
  expect(momentAt(0.4, times)).toEqual({ index: 0, next: 1, fade: 0 });
  expect(momentAt(1.75, times)).toEqual({ index: 1, next: 2, fade: 0.5 });
  expect(momentAt(9, times)).toEqual({ index: 2, next: null, fade: 0 });
  expect(momentAt(2.75, { ...times, isLooping: true })).toEqual({ index: 2, next: 0, fade: 0.5 });
  for (const seconds of Object.values(SPEEDS))
    expect(Math.abs((seconds * FRAMES_PER_SECOND) % 1)).toBeCloseTo(0);
});

test('brightness is evened to the median, within limits', () => {
  expect(brightnessGains([100, 120, 110])).toEqual([1.1, 110 / 120, 1]);
  expect(brightnessGains([20, 100, 100, 400, 0])).toEqual([1.45, 1, 1, 0.7, 1]);
});

test('a video has the requested size, never more than its photos, with even sides', () => {
  expect(filmSize(SIZE, '1080p')).toEqual({ width: 1440, height: 1080 });
  expect(filmSize({ width: 8000, height: 4500 }, '4k')).toEqual({ width: 3840, height: 2160 });
  expect(filmSize({ width: 1001, height: 667 }, '4k')).toEqual({ width: 1002, height: 668 });
});

test('an aligned photo represents its day', () => {
  const photos = [
    { id: 1, day: '2026-11-13', alignment: null },
    { id: 2, day: '2026-11-13', alignment: shifted(0) },
    { id: 3, day: '2026-11-20', alignment: null },
    { id: 4, day: '2026-11-20', alignment: null },
  ];
  expect(onePhotoPerDay(photos).map(({ id }) => id)).toEqual([2, 3]);
});
