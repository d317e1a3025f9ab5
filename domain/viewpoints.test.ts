import { describe, expect, it } from 'vitest';
import {
  angleBetween,
  distanceMeters,
  likeliestViewpoints,
  hasDifferentView,
  matchViewpoint,
  pairPhotos,
  type Pose,
  turnBetween,
} from './viewpoints.ts';

type Photo = Pose & { name: string };
const photo = (name: string, pose: Pose = {}): Photo => ({ name, ...pose });
const oblique = (name: string, metersNorth: number, yaw: number, more: Pose = {}): Photo =>
  photo(name, {
    latitude: 31.55 + metersNorth / 111_195,
    longitude: -97.14,
    relativeAltitude: 60,
    gimbalYaw: yaw,
    gimbalPitch: -35,
    ...more,
  });
const pairsOf = (before: Photo[], after: Photo[]) =>
  pairPhotos(before, after).map((pair) => `${pair.before.name}-${pair.after.name} ${pair.reason}`);

describe('distanceMeters', () => {
  it('measures a degree of latitude as 111.195 km', () => {
    const meters = distanceMeters(
      { latitude: 31, longitude: -97 },
      { latitude: 32, longitude: -97 },
    );
    expect(meters).toBeCloseTo(111_195, -1);
  });
  it('shortens a degree of longitude by the cosine of the latitude', () => {
    const meters = distanceMeters(
      { latitude: 60, longitude: 10 },
      { latitude: 60, longitude: 10.001 },
    );
    expect(meters).toBeCloseTo(55.6, 1);
  });
  it('takes the short way across the date line', () => {
    const meters = distanceMeters(
      { latitude: 0, longitude: 179.9995 },
      { latitude: 0, longitude: -179.9995 },
    );
    expect(meters).toBeCloseTo(111.2, 1);
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
  it('pairs a photo with the nearest of several', () => {
    const before = [oblique('a', 0, 10), oblique('b', 2, 10)];
    expect(pairsOf(before, [oblique('x', 0, 10)])).toEqual(['a-x position']);
  });
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

  it('pairs by direction alone without pitches and positions', () => {
    const names = { n: 0, e: 90, s: 179, w: -90 };
    const around = Object.entries(names).map(([name, gimbalYaw]) => photo(name, { gimbalYaw }));
    expect(pairsOf(around, around.toReversed())).toEqual([
      'w-w order',
      's-s order',
      'e-e order',
      'n-n order',
    ]);
  });
  it('takes the nearest position within the tolerance in any order', () => {
    const before = [oblique('a1', 40, 90), oblique('a2', 0, 90), oblique('a3', 20, 90)];
    const after = [oblique('b1', 1, 92), oblique('b2', 22, 88), oblique('b3', 38, 91)];
    expect(pairsOf(before, after)).toEqual(['a2-b1 position', 'a3-b2 position', 'a1-b3 position']);
  });

  it('tells photos from one place apart by direction', () => {
    const before = [oblique('east', 0, 90), oblique('north', 0, 359)];
    const after = [oblique('north2', 1, 2), oblique('east2', 1, 95)];
    expect(pairsOf(before, after)).toEqual(['north-north2 position', 'east-east2 position']);
  });

  it('treats another altitude as another place', () => {
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

  it('for photos straight down, prefers the smallest turn', () => {
    const down = (name: string, flightYaw: number, viewpointId?: string) =>
      oblique(name, 0, 0, { gimbalPitch: -90, flightYaw, viewpointId });
    const pairs = ['a1-b2 position', 'a2-b1 position'];
    expect(
      pairsOf([down('a1', 90), down('a2', -90)], [down('b1', -80), down('b2', 100)]).sort(),
    ).toEqual(pairs);
    expect(
      pairsOf(
        [down('a1', 90, 'v'), down('a2', -90, 'v')],
        [down('b1', -80, 'v'), down('b2', 100, 'v')],
      ).sort(),
    ).toEqual(pairs.map((pair) => pair.replace('position', 'viewpoint')));
  });

  it('pairs each earlier photo first with the nearest one', () => {
    const before = [oblique('a1', 0, 0)];
    const after = [oblique('b1', 4, 0), oblique('b2', 1, 0)];
    expect(pairsOf(before, after)).toEqual(['a1-b1 order', 'a1-b2 position']);
  });

  it('pairs the remaining photos with each other, so that none is missed', () => {
    const before = [oblique('a1', 0, 0), oblique('a2', 300, 0), oblique('a3', 600, 0)];
    const after = [oblique('b1', 1, 0), oblique('b2', 900, 0), oblique('b3', 301, 0)];
    expect(pairsOf(before, after)).toEqual(['a1-b1 position', 'a3-b2 order', 'a2-b3 position']);
  });

  it('falls back to the order of photos without positions', () => {
    const names = (...all: string[]) => all.map((name) => photo(name));
    expect(pairsOf(names('a1', 'a2'), names('b1', 'b2', 'b3'))).toEqual([
      'a1-b1 order',
      'a2-b2 order',
      'a2-b3 order',
    ]);
  });

  it('pairs by direction if positions are withheld, and reports it', () => {
    const look = (name: string, gimbalYaw: number) => photo(name, { gimbalYaw, gimbalPitch: -30 });
    expect(
      pairsOf([look('east', 90), look('west', -90)], [look('west2', 268), look('east2', 91)]),
    ).toEqual(['west-west2 order', 'east-east2 order']);
  });

  it('pairs photos of one pose by lens, in any order', () => {
    const lenses = { wide: 24, zoom: 162, tele: 70, heat: null };
    const shot = (week: string, name: keyof typeof lenses) =>
      oblique(`${week} ${name}`, 0, 40, {
        lens: name === 'heat' ? 'thermal' : 'unknown',
        equivalentFocalLength: lenses[name],
      });
    const before = (['wide', 'zoom', 'heat'] as const).map((name) => shot('a', name));
    const after = (['heat', 'tele', 'zoom', 'wide'] as const).map((name) => shot('b', name));
    expect(pairsOf(before, after)).toEqual([
      'a heat-b heat position',
      'a zoom-b tele order',
      'a zoom-b zoom position',
      'a wide-b wide position',
    ]);
  });
  it('pairs photos of one viewpoint by lens first', () => {
    const viewpointId = 'gate';
    const before = [
      photo('W', { viewpointId, lens: 'wide' }),
      photo('Z', { viewpointId, lens: 'zoom' }),
    ];
    expect(pairsOf(before, before.toReversed())).toEqual(['Z-Z viewpoint', 'W-W viewpoint']);
    expect(pairsOf(before.slice(0, 1), before.slice(1))).toEqual(['W-Z viewpoint']);
  });
  it('pairs photos without a position by lens', () => {
    const before = [photo('W', { lens: 'wide' }), photo('Z', { lens: 'zoom' })];
    expect(pairsOf(before, before.toReversed())).toEqual(['Z-Z order', 'W-W order']);
  });
  it('pairs an old photo without lens data with the wide one', () => {
    const after = [oblique('Z', 0, 40, { lens: 'zoom' }), oblique('W', 1, 40, { lens: 'wide' })];
    expect(pairsOf([oblique('old', 0, 40)], after)).toContain('old-W position');
  });
  it('returns nothing if one side has no photos', () => {
    expect(pairPhotos([], [photo('b1')])).toEqual([]);
    expect(pairPhotos([photo('a1')], [])).toEqual([]);
  });
});

describe('matchViewpoint', () => {
  const known = oblique('known', 0, 40);
  it.each<[string, Photo, Photo]>([
    ['10 m on the ground', oblique('near', 9.9, 40), oblique('far', 10.1, 40)],
    [
      '6 m of altitude',
      oblique('near', 0, 40, { relativeAltitude: 65.9 }),
      oblique('far', 0, 40, { relativeAltitude: 66.1 }),
    ],
    ['15 degrees of yaw', oblique('near', 0, 54.9), oblique('far', 0, 55.1)],
    [
      '10 degrees of pitch',
      oblique('near', 0, 40, { gimbalPitch: -44.9 }),
      oblique('far', 0, 40, { gimbalPitch: -45.1 }),
    ],
  ])('matches a viewpoint up to %s away, but not beyond', (_what, near, far) => {
    expect(matchViewpoint(near, [known])).toBe(known);
    expect(matchViewpoint(far, [known])).toBeNull();
  });

  it('matches the nearest of several, in any order', () => {
    const near = oblique('near', 3, 40);
    const viewpoints = [oblique('a', -5, 40), near, oblique('b', 9, 40)];
    expect(matchViewpoint(oblique('photo', 1, 40), viewpoints)).toBe(near);
    expect(matchViewpoint(oblique('photo', 1, 40), viewpoints.toReversed())).toBe(near);
  });

  it('does not match by direction alone', () => {
    const look = { gimbalYaw: 40, gimbalPitch: -35 };
    expect(matchViewpoint(look, [known])).toBeNull();
    expect(matchViewpoint(known, [look])).toBeNull();
  });
});

it('does not match a viewpoint of another lens, however near', () => {
  const wide = oblique('wide', 0, 40, { equivalentFocalLength: 24 });
  const zoom = oblique('zoom', 3, 42, { lens: 'zoom' });
  const known = [wide, zoom];
  expect(matchViewpoint(oblique('photo', 0, 40, { lens: 'zoom' }), known)).toBe(zoom);
  expect(matchViewpoint(oblique('photo', 3, 42, { lens: 'wide' }), known)).toBe(wide);
  expect(matchViewpoint(oblique('photo', 0, 40, { lens: 'thermal' }), known)).toBeNull();
  expect(likeliestViewpoints(oblique('photo', 40, 40, { lens: 'zoom' }), known)).toEqual([
    { viewpoint: zoom, by: 'position' },
  ]);
});

describe('turnBetween', () => {
  const down = (flightYaw: number | null, more: Pose = {}): Pose => ({
    gimbalPitch: -89.9,
    flightYaw,
    ...more,
  });
  it.each([
    [170.2, -80.6, 109.2],
    [-151, 150.7, -58.3],
    [-34.9, 114.7, 149.6],
    [10, -170, 180],
    [0, 15, 0],
    [178, -170, 0],
  ])('headings %d and %d turn the picture by %d', (a, b, turn) => {
    expect(turnBetween(down(a), down(b))).toBeCloseTo(turn, 9);
  });
  it('does not turn oblique photos or photos without a heading', () => {
    expect(turnBetween(down(0, { gimbalPitch: -45 }), down(90))).toBe(0);
    expect(turnBetween(down(0), down(90, { gimbalPitch: null }))).toBe(0);
    expect(turnBetween(down(null), down(90))).toBe(0);
    expect(turnBetween(down(0), down(null, { gimbalYaw: 90 }))).toBe(0);
  });
});

describe('hasDifferentView', () => {
  const look = (gimbalYaw: number | null, gimbalPitch: number | null): Pose => ({
    gimbalYaw,
    gimbalPitch,
  });
  it.each([
    [look(10, -30), look(350, -40), false],
    [look(10, -30), look(75, -30), true],
    [look(10, -30), look(10, -70), true],
    [look(10, -90), look(190, -75), false],
    [look(null, -90), look(10, null), false],
    [look(10, null), look(190, null), true],
  ])('%o and %o differ: %o', (a, b, isElsewhere) => {
    expect(hasDifferentView(a, b)).toBe(isElsewhere);
  });
});

it('suggests downward viewpoints for a downward photo', () => {
  const [ahead, down] = [{ gimbalPitch: -30 }, { gimbalPitch: -89 }];
  const found = likeliestViewpoints({ gimbalPitch: -85 }, [ahead, down]);
  expect(found).toEqual([{ viewpoint: down, by: 'direction' }]);
  expect(likeliestViewpoints({ gimbalPitch: -30 }, [ahead, down])).toEqual([]);
});
