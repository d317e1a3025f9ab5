import { describe, expect, it } from 'vitest';
import { randomFrom } from '#test/random.ts';
import { wrapDegrees } from '../geodesy.ts';
import { distanceMeters } from '../viewpoints.ts';
import {
  CLEARANCE,
  legsOf,
  type LegSurface,
  MAX_WAYPOINTS,
  planMission,
  stopsOf,
  type Waypoint,
} from './plan.ts';
import type { MissionPoint, Place } from './points.ts';
import { distance3d, type Position, shortRoute } from './route.ts';
import { corridorOf, surfacesOf } from './surface.ts';
import { missionWarnings } from './warnings.ts';

const TAKEOFF = { longitude: -97.1583, latitude: 31.5208 };

const pointAt = (
  place: Place,
  height: number,
  name: string,
  changes: Partial<MissionPoint> = {},
): MissionPoint => ({
  ...place,
  id: name,
  name,
  height,
  recordedHeight: height,
  isCorrected: true,
  yaw: 0,
  pitch: -30,
  lens: 'wide',
  equivalentFocalLength: 24,
  ...changes,
});

/** Meters east and north of takeoff. */
const near = (east: number, north: number): Place => ({
  longitude: TAKEOFF.longitude + east / 94_900,
  latitude: TAKEOFF.latitude + north / 111_320,
});

const lengthOf = (start: Position, stops: readonly Position[]) =>
  [...stops, start].reduce((sum, to, index) => sum + distance3d(stops[index - 1] ?? start, to), 0);

/** The shortest round trip, by trying all. */
function shortest(start: Position, stops: readonly Position[]): number {
  const continueFrom = (last: Position, left: readonly Position[]): number =>
    left.length === 0
      ? distance3d(last, start)
      : Math.min(
          ...left.map(
            (next) =>
              distance3d(last, next) +
              continueFrom(
                next,
                left.filter((one) => one !== next),
              ),
          ),
        );
  return continueFrom(start, stops);
}

describe('a route', () => {
  it('is at most 1.1 times as long as the shortest', () => {
    const start = { ...TAKEOFF, height: 0 };
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomFrom(seed);
      const stops = Array.from({ length: 8 }, () => ({
        ...near(random() * 400 - 200, random() * 400 - 200),
        height: random() * 100,
      }));
      const route = shortRoute(start, stops);
      expect(new Set(route)).toEqual(new Set(stops));
      expect(lengthOf(start, route)).toBeLessThanOrEqual(1.1 * shortest(start, stops));
    }
  }, 60_000);

  it('crosses the date line on the short side', () => {
    const at = (longitude: number) => ({ longitude, latitude: -17, height: 50 });
    const route = shortRoute(at(179.999), [at(-179.998), at(179.998), at(-179.999)]);
    expect(lengthOf(at(179.999), route)).toBeLessThan(1000);
  });
});

describe('waypoints', () => {
  const plan = (points: readonly MissionPoint[], surfaces?: readonly LegSurface[]) => {
    const stops = stopsOf(TAKEOFF, points);
    return { stops, mission: planMission(TAKEOFF, stops, surfaces) };
  };
  const describeIt = ({ height, points }: Waypoint) =>
    points.length > 0 ? points.map(({ name }) => name).join('+') : Math.round(height);
  const described = (part: readonly Waypoint[] | undefined) => (part ?? []).map(describeIt);
  const flat = { highest: 0, below: 0, isComplete: true };
  const low = pointAt(near(100, 0), 34, 'low');
  const high = pointAt(near(100, 50), 60, 'high');

  it('stay above the highest point where the surface is unknown', () => {
    const { mission } = plan([low, high]);
    expect(described(mission.parts[0])).toEqual([70, 70, 'low', 70, 70, 'high', 70, 70]);
    expect(mission).toMatchObject({ safeHeight: 70, highest: 70 });
  });

  it('go straight where the surface is low, and climb over it elsewhere', () => {
    const building = { highest: 40, below: 0, isComplete: true };
    expect(described(plan([low, high], [flat, flat, flat]).mission.parts[0])).toEqual([
      10,
      'low',
      'high',
      10,
    ]);
    expect(described(plan([low, high], [flat, building, flat]).mission.parts[0])).toEqual([
      10,
      'low',
      50,
      'high',
      10,
    ]);
    const hole = { highest: 5, below: null, isComplete: false };
    expect(described(plan([low, high], [flat, hole, flat]).mission.parts[0])).toEqual([
      10,
      'low',
      70,
      70,
      'high',
      10,
    ]);
  });

  it('don’t exceed the legal height only for the margin', () => {
    expect(plan([pointAt(near(9, 9), 118, 'a')]).mission.highest).toBe(120);
    expect(plan([pointAt(near(9, 9), 125, 'a')]).mission.highest).toBe(125);
  });

  it('take several photos in one place, three at a time', () => {
    const directions = ['n', 'e', 's', 'w'].map((name, index) =>
      pointAt(near(100, 0.1 * index), 60, name),
    );
    const { mission } = plan(directions, [flat, flat, flat]);
    expect(described(mission.parts[0])).toEqual([10, 'n+e+s', 61, 'w', 10]);
  });

  it('are split into files of 99 that start and end above takeoff', () => {
    const random = randomFrom(7);
    const points = Array.from({ length: 120 }, (_, index) =>
      pointAt(near(random() * 900 - 450, random() * 900 - 450), 30 + random() * 60, `${index}`),
    );
    for (const surfaces of [undefined, Array.from({ length: 121 }, () => flat)]) {
      const { mission } = plan(points, surfaces);
      expect(mission.parts.length).toBe(surfaces ? 2 : 4);
      const names = mission.parts.flat().flatMap((one) => one.points.map(({ name }) => name));
      expect(names.toSorted()).toEqual(points.map(({ name }) => name).toSorted());
      for (const part of mission.parts) {
        expect(part.length).toBeLessThanOrEqual(MAX_WAYPOINTS);
        for (const end of [part[0], part.at(-1)])
          expect(end).toMatchObject({ ...TAKEOFF, points: [] });
      }
    }
  });

  it('count distance and time', () => {
    const { mission } = plan([pointAt(near(400, 0), 80, 'a')], [flat, flat]);
    expect(mission.distance).toBeCloseTo(800, -1);
    // 800 m at 8 m/s, climbs of 10 m at 3 m/s, three stops, one photo, takeoff and landing.
    expect(mission.minutes).toBeCloseTo((100 + 20 / 3 + 12 + 6 + 60) / 60, 1);
  });
});

describe('the surface', () => {
  const leg = { from: { ...near(0, 0), height: 0 }, to: { ...near(100, 0), height: 50 } };

  it('is measured 5 m around a leg', () => {
    const offLine = corridorOf(leg).map(([longitude, latitude]) => {
      const place = { longitude, latitude };
      return Math.min(distanceMeters(place, leg.from), distanceMeters(place, leg.to));
    });
    expect(offLine.map((meters) => Math.round(meters * 10) / 10)).toEqual([7.1, 7.1, 7.1, 7.1]);
  });

  it('is measured around a vertical leg and across the date line', () => {
    expect(new Set(corridorOf({ from: leg.from, to: leg.from }).map(String)).size).toBe(4);
    const at = (longitude: number) => ({ longitude, latitude: -17, height: 50 });
    const meters = corridorOf({ from: at(179.9999), to: at(-179.9999) }).map(
      ([longitude]) => wrapDegrees(longitude - 180) * 111_320 * Math.cos((17 * Math.PI) / 180),
    );
    // 11 m on both sides of the line, and 5 m more.
    expect(meters.map(Math.round)).toEqual([-16, 16, 16, -16]);
  });

  it('is relative to the ground at takeoff', () => {
    const [first, last] = [
      { highest: 155, coverage: 0.9, end: 130 },
      { highest: 125, coverage: 1, end: 128 },
    ];
    const outside = { highest: null, coverage: 0, end: null };
    expect(surfacesOf([first, outside, last])).toEqual([
      { highest: 27, below: 2, isComplete: false },
      { highest: 0, below: null, isComplete: false },
      { highest: 0, below: 0, isComplete: true },
    ]);
    expect(surfacesOf([first, outside])).toBeUndefined();
  });
});

it('warns about heights, takeoffs and viewpoints that are left out', () => {
  const points = [
    pointAt(near(100, 0), 130, 'Roof'),
    pointAt(near(0, 100), 15, 'Gate', { isCorrected: false }),
    pointAt(near(100, 100), 15, 'Crane'),
  ];
  const stops = stopsOf(TAKEOFF, points);
  const takeoffs = [142, 151].map((elevation) => ({ day: '2026-11-20', elevation }));
  const omitted = [{ name: 'Tour', reason: 'panorama' as const }];
  const surfaces = legsOf(TAKEOFF, stops).map(({ to }): LegSurface => {
    const name = stops.find((stop) => stop === to)?.points[0]?.name;
    const below = name === 'Crane' ? 20 : name === 'Gate' ? 15 - CLEARANCE + 1 : 0;
    return { highest: below, below, isComplete: name !== 'Roof' };
  });
  const mission = planMission(TAKEOFF, stops, surfaces);
  const textsOf = (...of: Parameters<typeof missionWarnings>) =>
    missionWarnings(...of).map((text) => text.replaceAll('\u00A0', ' '));
  expect(textsOf({ mission, stops, surfaces, omitted, takeoffs }, 'metric')).toEqual([
    'The route reaches 130 m above takeoff. 14 CFR 107.51(b) allows 400 ft above the ground or above a structure within 400 ft.',
    'Below the surface model: Crane',
    'Less than 10 m above the surface model: Gate',
    "The surface model doesn't cover the whole route. Elsewhere, the drone flies above the highest photo.",
    'Earlier flights took off at 142 m to 151 m. Heights allow for that, but GPS altitudes can be several meters off.',
    'Uncertain height, because the earlier takeoff is unknown: Gate',
    '360° photos are left out: Tour',
  ]);
  const [low] = [pointAt(near(1, 1), -4, 'Pit')];
  const pit = stopsOf(TAKEOFF, low ? [low] : []);
  const planned = { mission: planMission(TAKEOFF, pit), stops: pit, surfaces: undefined };
  expect(textsOf({ ...planned, omitted: [], takeoffs: [] }, 'us')).toEqual(['Below takeoff: Pit']);
});
