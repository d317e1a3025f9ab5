import { expect, test } from 'vitest';
import { applyTo, groundBetween, groundToPixel } from './ground-plane.ts';
import { PHOTO } from '../flight/metadata.ts';
import { poseOf, WAYPOINTS } from '../flight/waypoints.ts';

test('a point straight below a camera pointing down is in the middle of its photo', () => {
  const pose = { east: 12, north: -7, altitude: 90, yaw: 30, pitch: -90 };
  const [x, y] = applyTo(groundToPixel(pose, PHOTO), [12, -7]);
  expect(x).toBeCloseTo(PHOTO.width / 2, 6);
  expect(y).toBeCloseTo(PHOTO.height / 2, 6);
});

test('a point farther ahead is higher in the photo, and a point to the right is on the right', () => {
  const pose = { east: 0, north: 0, altitude: 50, yaw: 90, pitch: -45 };
  const toPixel = groundToPixel(pose, PHOTO);
  const [middle, ahead, right] = [
    applyTo(toPixel, [50, 0]),
    applyTo(toPixel, [60, 0]),
    applyTo(toPixel, [50, -10]),
  ];
  expect(middle[0]).toBeCloseTo(PHOTO.width / 2, 6);
  expect(middle[1]).toBeCloseTo(PHOTO.height / 2, 6);
  expect(ahead[1]).toBeLessThan(middle[1]);
  expect(right[0]).toBeGreaterThan(middle[0]);
});

test('the homography between two weeks maps a ground point from one photo to the other', () => {
  for (const waypoint of WAYPOINTS) {
    const [first, last] = [poseOf(waypoint, 1), poseOf(waypoint, 10)];
    const between = groundBetween(first, last, PHOTO);
    const place = [3, -21] as const;
    const [x, y] = applyTo(between, applyTo(groundToPixel(first, PHOTO), place));
    const [u, v] = applyTo(groundToPixel(last, PHOTO), place);
    expect(Math.hypot(x - u, y - v)).toBeLessThan(1e-6);
  }
});
