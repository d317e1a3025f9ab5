import { describe, expect, it } from 'vitest';
import { angleBetween, distanceMetres, pairPhotos, type Pose } from './viewpoints.ts';

type Photo = Pose & { name: string };
const photo = (name: string, pose: Pose = {}): Photo => ({ name, ...pose });
const oblique = (name: string, metresNorth: number, yaw: number, more: Pose = {}): Photo =>
  photo(name, {
    latitude: 31.55 + metresNorth / 111_195,
    longitude: -97.14,
    relativeAltitude: 60,
    gimbalYaw: yaw,
    gimbalPitch: -35,
    ...more,
  });
const pairsOf = (before: Photo[], after: Photo[]) =>
  pairPhotos(before, after).map((pair) => `${pair.before.name}-${pair.after.name} ${pair.reason}`);

describe('distanceMetres', () => {
  it('measures a degree of latitude as 111.195 km on the mean sphere', () => {
    const metres = distanceMetres(
      { latitude: 31, longitude: -97 },
      { latitude: 32, longitude: -97 },
    );
    expect(metres).toBeCloseTo(111_195, -1);
  });
  it('shortens a degree of longitude by the cosine of the latitude', () => {
    const metres = distanceMetres(
      { latitude: 60, longitude: 10 },
      { latitude: 60, longitude: 10.001 },
    );
    expect(metres).toBeCloseTo(55.6, 1);
  });
  it('crosses the date line the short way', () => {
    const metres = distanceMetres(
      { latitude: 0, longitude: 179.9995 },
      { latitude: 0, longitude: -179.9995 },
    );
    expect(metres).toBeCloseTo(111.2, 1);
  });
});

describe('angleBetween', () => {
  it.each([
    [350, 10, 20],
    [-179, 179, 2],
    [0, 180, 180],
    [-90, 270, 0],
  ])('between %d and %d is %d', (a, b, angle) => {
    expect(angleBetween(a, b)).toBeCloseTo(angle, 9);
  });
});

describe('pairPhotos', () => {
  it('pairs by viewpoint before anything else', () => {
    const before = [
      oblique('a1', 0, 0, { viewpointId: 'v2' }),
      oblique('a2', 50, 0, { viewpointId: 'v1' }),
    ];
    const after = [
      oblique('b1', 0, 0, { viewpointId: 'v1' }),
      oblique('b2', 50, 0, { viewpointId: 'v2' }),
    ];
    expect(pairsOf(before, after)).toEqual(['a2-b1 viewpoint', 'a1-b2 viewpoint']);
  });

  it('takes the nearest position within the tolerance, whatever the order', () => {
    const before = [oblique('a1', 40, 90), oblique('a2', 0, 90), oblique('a3', 20, 90)];
    const after = [oblique('b1', 1, 92), oblique('b2', 22, 88), oblique('b3', 38, 91)];
    expect(pairsOf(before, after)).toEqual(['a2-b1 position', 'a3-b2 position', 'a1-b3 position']);
  });

  it('tells photos from one place apart by where they look', () => {
    const before = [oblique('east', 0, 90), oblique('north', 0, 359)];
    const after = [oblique('north2', 1, 2), oblique('east2', 1, 95)];
    expect(pairsOf(before, after)).toEqual(['north-north2 position', 'east-east2 position']);
  });

  it('does not call another altitude the same place', () => {
    const before = [oblique('low', 0, 0), oblique('high', 0, 0, { relativeAltitude: 90 })];
    const after = [oblique('high2', 0, 0, { relativeAltitude: 88 })];
    expect(pairsOf(before, after)).toEqual(['high-high2 position']);
  });

  it('ignores the yaw of photos that look straight down', () => {
    const down = (name: string, north: number, yaw: number) =>
      oblique(name, north, yaw, { gimbalPitch: -89.9 });
    const before = [down('a1', 60, 142), down('a2', 0, -63)];
    expect(pairsOf(before, [down('b1', 1, 113)])).toEqual(['a2-b1 position']);
  });

  it('gives each photo away once, to the one that is nearest', () => {
    const before = [oblique('a1', 0, 0)];
    const after = [oblique('b1', 4, 0), oblique('b2', 1, 0)];
    expect(pairsOf(before, after)).toEqual(['a1-b1 order', 'a1-b2 position']);
  });

  it('falls back to the place in the order without positions', () => {
    const names = (...all: string[]) => all.map((name) => photo(name));
    expect(pairsOf(names('a1', 'a2'), names('b1', 'b2', 'b3'))).toEqual([
      'a1-b1 order',
      'a2-b2 order',
      'a2-b3 order',
    ]);
  });

  it('uses the look alone, and says so, when positions are withheld', () => {
    const look = (name: string, gimbalYaw: number) => photo(name, { gimbalYaw, gimbalPitch: -30 });
    expect(
      pairsOf([look('east', 90), look('west', -90)], [look('west2', 268), look('east2', 91)]),
    ).toEqual(['west-west2 order', 'east-east2 order']);
  });

  it('is empty when one side has no photo', () => {
    expect(pairPhotos([], [photo('b1')])).toEqual([]);
    expect(pairPhotos([photo('a1')], [])).toEqual([]);
  });
});
