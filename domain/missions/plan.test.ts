import { describe, expect, it } from 'vitest';
import { randomFrom } from '#test/random.ts';
import { MAX_WAYPOINTS, planMission, type Stop, stopsOf } from './plan.ts';
import type { MissionPoint, Place, Position } from './points.ts';
import { distance3d, shortRoute } from './route.ts';
import { cornersOf, routeBounds, type Surface, surfaceOf } from './surface.ts';
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
  it('is at most 1.25 times as long as the shortest', () => {
    const start = { ...TAKEOFF, height: 0 };
    for (let seed = 1; seed <= 20; seed++) {
      const random = randomFrom(seed);
      const stops = Array.from({ length: 8 }, () => ({
        ...near(random() * 400 - 200, random() * 400 - 200),
        height: random() * 100,
      }));
      const route = shortRoute(start, stops);
      expect(new Set(route)).toEqual(new Set(stops));
      expect(lengthOf(start, route)).toBeLessThanOrEqual(1.25 * shortest(start, stops));
    }
  }, 60_000);

  it('crosses the date line on the short side', () => {
    const at = (longitude: number) => ({ longitude, latitude: -17, height: 50 });
    const route = shortRoute(at(179.999), [at(-179.998), at(179.998), at(-179.999)]);
    expect(lengthOf(at(179.999), route)).toBeLessThan(1000);
  });
});

const surface = (changes: Partial<Surface> = {}): Surface => ({
  ground: 140,
  highest: 0,
  isComplete: true,
  below: [],
  ...changes,
});

describe('waypoints', () => {
  const plan = (points: readonly MissionPoint[], model?: Surface) => {
    const stops = stopsOf(TAKEOFF, points);
    return { stops, mission: planMission(TAKEOFF, stops, model) };
  };
  const describeIt = ({ height, points }: Stop) =>
    points.length > 0 ? points.map(({ name }) => name).join('+') : Math.round(height);
  const described = (part: readonly Stop[] | undefined) => (part ?? []).map(describeIt);
  const low = pointAt(near(100, 0), 34, 'low');
  const high = pointAt(near(100, 50), 60, 'high');

  it.each([
    ['there is no surface model', undefined, [70, 70, 'low', 70, 70, 'high', 70, 70]],
    ['the surface is low', surface(), [10, 'low', 'high', 10]],
    ['there is a building', surface({ highest: 40 }), [50, 50, 'low', 50, 'high', 50]],
    [
      'the model is incomplete',
      surface({ highest: 40, isComplete: false }),
      [70, 70, 'low', 70, 70, 'high', 70, 70],
    ],
  ])('stay at the safe height between stops if %s', (_, model, wanted) => {
    expect(described(plan([low, high], model).mission.parts[0])).toEqual(wanted);
  });

  it('of a single viewpoint above takeoff go up and down', () => {
    const { mission } = plan([pointAt(TAKEOFF, 50, 'a')]);
    expect(described(mission.parts[0])).toEqual([60, 'a', 60]);
  });

  it('don’t exceed the legal height only for the margin', () => {
    expect(plan([pointAt(near(9, 9), 118, 'a')]).mission.highest).toBe(120);
    expect(plan([pointAt(near(9, 9), 125, 'a')]).mission.highest).toBe(125);
  });

  it('take several photos in one place, three at a time', () => {
    const directions = ['n', 'e', 's', 'w'].map((name, index) =>
      pointAt(near(100, 0.1 * index), 60, name),
    );
    const { mission } = plan(directions, surface());
    expect(described(mission.parts[0])).toEqual([10, 'n+e+s', 61, 'w', 10]);
  });

  it('are split into files of 99 that start and end above takeoff', () => {
    const random = randomFrom(7);
    const points = Array.from({ length: 120 }, (_, index) =>
      pointAt(near(random() * 900 - 450, random() * 900 - 450), 30 + random() * 60, `${index}`),
    );
    for (const model of [undefined, surface()]) {
      const { mission } = plan(points, model);
      expect(mission.parts.length).toBe(model ? 2 : 4);
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
    const { mission } = plan([pointAt(near(400, 0), 80, 'a')], surface());
    expect(mission.distance).toBeCloseTo(800, -1);
    // 800 m at 8 m/s, climbs of 10 m at 3 m/s, three stops, one photo, takeoff and landing.
    expect(mission.minutes).toBeCloseTo((100 + 20 / 3 + 12 + 6 + 60) / 60, 1);
  });
});

describe('the surface', () => {
  it('is measured 20 m around the route, also across the date line', () => {
    const at = (longitude: number, latitude: number) => ({ longitude, latitude });
    const bounds = routeBounds(at(179.9999, 0), [at(-179.9999, 0), at(179.9997, 0.0001)]);
    const margin = 20 / 111_320;
    expect(cornersOf(bounds).flat()).toEqual(
      [
        [179.9997 - margin, -margin],
        [180.0001 + margin, -margin],
        [180.0001 + margin, 0.0001 + margin],
        [179.9997 - margin, 0.0001 + margin],
      ].flatMap((corner) => corner.map((value): unknown => expect.closeTo(value, 9))),
    );
  });

  it('is relative to the ground at takeoff', () => {
    expect(surfaceOf(128, { highest: 155, coverage: 0.9 }, [130, null])).toEqual({
      ground: 128,
      highest: 27,
      isComplete: false,
      below: [2, null],
    });
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
  const omitted = [{ name: 'Tour' }];
  const model = surface({
    isComplete: false,
    below: stops.map(({ points: [point] }) => (point?.name === 'Crane' ? 20 : 6)),
  });
  const mission = planMission(TAKEOFF, stops, model);
  const textsOf = (...of: Parameters<typeof missionWarnings>) =>
    missionWarnings(...of).map((text) => text.replaceAll('\u00A0', ' '));
  expect(textsOf({ mission, stops, surface: model, omitted, takeoffs }, 'metric')).toEqual([
    'The route reaches 130 m above takeoff. 14 CFR 107.51(b) allows 400 ft above the ground or above a structure within 400 ft.',
    'Below the surface model: Crane',
    'Less than 10 m above the surface model: Gate',
    "The surface model doesn't cover the whole route. The drone flies above the highest photo, too.",
    'Earlier flights took off at 142 m to 151 m. Heights allow for that, but GPS altitudes can be several meters off.',
    'Uncertain height, because the takeoff of the photo is unknown. Take off where you did then: Gate',
    'Left out, because the photo is a 360° photo or has no position, direction or height: Tour',
  ]);
  const [low] = [pointAt(near(1, 1), -4, 'Pit')];
  const pit = stopsOf(TAKEOFF, low ? [low] : []);
  const planned = { mission: planMission(TAKEOFF, pit), stops: pit, surface: undefined };
  expect(textsOf({ ...planned, omitted: [], takeoffs: [] }, 'us')).toEqual(['Below takeoff: Pit']);
  expect(textsOf({ ...planned, mission: null, stops: [], omitted, takeoffs: [] }, 'us')).toEqual([
    'Left out, because the photo is a 360° photo or has no position, direction or height: Tour',
  ]);
});

it('warns if a flight takes more than one battery', () => {
  const stops = stopsOf(TAKEOFF, [pointAt(near(30_000, 0), 60, 'Far')]);
  const mission = planMission(TAKEOFF, stops);
  expect(Math.round(mission.distance / 1000)).toBe(60);
  const planned = { mission, stops, surface: undefined, omitted: [], takeoffs: [] };
  expect(missionWarnings(planned, 'us')).toEqual([
    'The flight takes more than one battery. Plan where to land, or fly fewer viewpoints at a time.',
  ]);
});
